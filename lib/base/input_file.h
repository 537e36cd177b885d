#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace mmdkit {

/// The whole content of one input, read-only.
///
/// A regular file is mapped, so that a large input costs no copy; pipes and standard input are
/// read into memory. The object owns either. Shrinking a mapped file from outside while it is in
/// use kills the process, as with every mapping program; replacing it by rename is safe.
class InputFile {
 public:
  /// Opens `path`; `-` is standard input. Fails with `kIo` (missing file, directory, no
  /// permission); the message does not repeat the path.
  static Result<InputFile> open(const std::string& path);

  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&& other) noexcept;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  /// Valid as long as the object lives, also after a move of it.
  std::span<const std::byte> bytes() const { return {data_, size_}; }

 private:
  InputFile() = default;
  static Result<InputFile> from_descriptor(int fd, bool may_map);
  void swap(InputFile& other) noexcept;

  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  bool mapped_ = false;
  std::vector<std::byte> buffer_;
};

}  // namespace mmdkit
