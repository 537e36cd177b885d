#include "base/input_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/system_error.h"

namespace mmdkit {
namespace {

/// Closes a descriptor at the end of its scope.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(fd_); }

 private:
  int fd_;
};

Result<std::vector<std::byte>> read_to_end(int fd) {
  constexpr std::size_t kStep = 1U << 18;
  std::vector<std::byte> buffer;
  for (;;) {
    const std::size_t used = buffer.size();
    buffer.resize(used + kStep);
    const ssize_t got = ::read(fd, buffer.data() + used, kStep);
    if (got < 0 && errno != EINTR) return fail(system_error("cannot read"));
    buffer.resize(used + static_cast<std::size_t>(got < 0 ? 0 : got));
    if (got == 0) return buffer;
  }
}

}  // namespace

Result<InputFile> InputFile::open(const std::string& path) {
  if (path == "-") return from_descriptor(STDIN_FILENO, false);
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return fail(system_error("cannot open"));
  const Descriptor owner(fd);
  return from_descriptor(fd, true);
}

Result<InputFile> InputFile::from_descriptor(int fd, bool may_map) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) return fail(system_error("cannot read"));
  if (S_ISDIR(status.st_mode)) return fail({ErrorCode::kIo, "is a directory, not a file"});

  InputFile input;
  // MAP_POPULATE fetches all pages in one call; faulting them in one by one costs more than
  // parsing.
  if (may_map && S_ISREG(status.st_mode) && status.st_size > 0) {
    const auto size = static_cast<std::size_t>(status.st_size);
    void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
    if (data != MAP_FAILED) {
      input.data_ = static_cast<const std::byte*>(data);
      input.size_ = size;
      input.mapped_ = true;
      return input;
    }
  }
  // Also the way for file systems without mapping and for /proc files, whose size reads as 0.
  auto content = read_to_end(fd);
  if (!content) return fail(std::move(content.error()));
  input.buffer_ = std::move(*content);
  input.data_ = input.buffer_.data();
  input.size_ = input.buffer_.size();
  return input;
}

void InputFile::swap(InputFile& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(mapped_, other.mapped_);
  buffer_.swap(other.buffer_);
}

InputFile::InputFile(InputFile&& other) noexcept {
  swap(other);
}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
  swap(other);
  return *this;
}

InputFile::~InputFile() {
  if (mapped_) ::munmap(const_cast<std::byte*>(data_), size_);
}

}  // namespace mmdkit
