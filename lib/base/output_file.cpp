#include "base/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "base/system_error.h"

namespace mmdkit {
namespace {

constexpr std::size_t kGatherBytes = 1U << 18;

Error already_exists() {
  return {ErrorCode::kIo, "already exists; give --force to replace it"};
}

/// The file that a chain of symbolic links ends at; `path` itself if it is no link. A dangling
/// link leads to its missing target, where the file will be made.
std::string follow_links(std::string path) {
  constexpr int kMostLinks = 40;
  for (int i = 0; i < kMostLinks; ++i) {
    std::array<char, 4096> target{};
    const ssize_t size = ::readlink(path.c_str(), target.data(), target.size());
    if (size <= 0) break;
    const std::string next(target.data(), static_cast<std::size_t>(size));
    const auto slash = path.rfind('/');
    const bool from_here = next.starts_with('/') || slash == std::string::npos;
    path = from_here ? next : path.substr(0, slash + 1).append(next);
  }
  return path;
}

/// Opens a new file in the folder of `target`, readable as the user's umask says. Sets `name`,
/// which is short: that of the target may fill all that the file system allows.
int open_beside(const std::string& target, std::string& name) {
  constexpr int kTries = 1000;
  const std::string folder = target.substr(0, target.rfind('/') + 1);
  for (int i = 0; i < kTries; ++i) {
    name = fmt::format("{}.mmdkit-{}-{}.tmp", folder, ::getpid(), i);
    const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

Status write_all(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return fail(system_error("cannot write"));
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return {};
}

}  // namespace

struct OutputFile::State {
  int fd = -1;
  bool is_stdout = false;  ///< Not told by its number: with standard output closed, a file gets 1.
  std::string target;      ///< Final name; empty if the output is written directly.
  std::string temporary;   ///< Name until `commit`; empty if there is none.
  bool overwrite = false;
  std::vector<std::byte> gathered;

  ~State() {
    if (fd >= 0 && !is_stdout) ::close(fd);
    if (!temporary.empty()) ::unlink(temporary.c_str());
  }
};

OutputFile::OutputFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

namespace {

/// What stands at the target now.
struct Target {
  std::string path;
  bool exists = false;
  struct stat status {};
};

Result<Target> inspect_target(const std::string& path, bool overwrite) {
  if (path.empty()) return fail({ErrorCode::kUsage, "the output path is empty"});
  Target target;
  // A link to a pipe (/dev/stdout) names no path: what is no file is opened as it was given.
  const bool special = ::stat(path.c_str(), &target.status) == 0 &&
                       !S_ISREG(target.status.st_mode) && !S_ISDIR(target.status.st_mode);
  target.path = special ? path : follow_links(path);
  target.exists = ::stat(target.path.c_str(), &target.status) == 0;
  if (!target.exists) return target;
  if (S_ISDIR(target.status.st_mode)) return fail({ErrorCode::kIo, "is a directory, not a file"});
  if (S_ISREG(target.status.st_mode) && !overwrite) return fail(already_exists());
  return target;
}

}  // namespace

Result<OutputFile> OutputFile::create(const std::string& path, bool overwrite) {
  auto state = std::make_unique<State>();
  if (path == "-") {
    state->fd = STDOUT_FILENO;
    state->is_stdout = true;
    return OutputFile(std::move(state));
  }
  const auto target = inspect_target(path, overwrite);
  if (!target) return fail(target.error());
  if (target->exists && !S_ISREG(target->status.st_mode)) {
    state->fd = ::open(target->path.c_str(), O_WRONLY | O_CLOEXEC);
    if (state->fd < 0) return fail(system_error("cannot write"));
    return OutputFile(std::move(state));
  }
  state->fd = open_beside(target->path, state->temporary);
  if (state->fd < 0) {
    Error error = system_error("cannot create");
    state->temporary.clear();
    return fail(std::move(error));
  }
  if (target->exists) ::fchmod(state->fd, target->status.st_mode & 07777);
  state->target = target->path;
  state->overwrite = overwrite;
  return OutputFile(std::move(state));
}

Status check_output(const std::string& path, bool overwrite) {
  if (path == "-") return {};
  const auto target = inspect_target(path, overwrite);
  if (!target) return fail(target.error());
  const auto slash = target->path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : target->path.substr(0, slash + 1);
  const bool regular = !target->exists || S_ISREG(target->status.st_mode);
  if (regular && ::access(folder.c_str(), W_OK | X_OK) != 0)
    return fail(system_error("cannot create"));
  return {};
}

Status OutputFile::write(std::span<const std::byte> bytes) {
  std::vector<std::byte>& gathered = state_->gathered;
  if (gathered.size() + bytes.size() <= kGatherBytes) {
    if (gathered.capacity() == 0) gathered.reserve(kGatherBytes);
    gathered.insert(gathered.end(), bytes.begin(), bytes.end());
    return {};
  }
  if (Status flushed = flush(); !flushed) return flushed;
  if (bytes.size() <= kGatherBytes / 2) return write(bytes);
  return write_all(state_->fd, bytes);
}

Status OutputFile::flush() {
  Status written = write_all(state_->fd, state_->gathered);
  state_->gathered.clear();
  return written;
}

Status OutputFile::commit() {
  if (Status flushed = flush(); !flushed) return flushed;
  if (state_->is_stdout) return {};
  // close() is where a network file system reports that the data did not arrive.
  if (::close(std::exchange(state_->fd, -1)) != 0) return fail(system_error("cannot write"));
  if (state_->target.empty()) return {};
  // RENAME_NOREPLACE would say the same, but not every file system knows it; link() does.
  if (!state_->overwrite) {
    if (::link(state_->temporary.c_str(), state_->target.c_str()) == 0) return {};
    if (errno == EEXIST) return fail(already_exists());
  }
  if (::rename(state_->temporary.c_str(), state_->target.c_str()) != 0)
    return fail(system_error("cannot rename the finished file"));
  state_->temporary.clear();
  return {};
}

Status write_file(const std::string& path, std::span<const std::byte> bytes, bool overwrite) {
  auto file = OutputFile::create(path, overwrite);
  if (!file) return fail(std::move(file.error()));
  if (Status written = file->write(bytes); !written) return written;
  return file->commit();
}

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat first {
  }, second{};
  if (a == "-" || b == "-") return false;
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

}  // namespace mmdkit
