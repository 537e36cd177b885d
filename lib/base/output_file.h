#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace mmdkit {

/// One output that appears whole or not at all.
///
/// Bytes go to a temporary file beside the target, which `commit` renames. Without `commit` the
/// destructor removes the temporary file, and the target is as it was. A symbolic link is
/// followed, so that the file it names is replaced and the link stays. `-` (standard output),
/// devices and pipes are written directly: there is nothing to rename.
class OutputFile {
 public:
  /// Opens `path` for writing. Fails with `kIo` if it exists and `overwrite` is false, or if the
  /// folder does not allow a new file. Messages do not repeat the path.
  static Result<OutputFile> create(const std::string& path, bool overwrite);

  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Appends `bytes`. Small pieces are gathered first. Fails with `kIo` (disk full, closed pipe).
  Status write(std::span<const std::byte> bytes);

  /// Writes out what is gathered, so that what can fail has failed before `commit`.
  Status flush();

  /// Writes out what is gathered and gives the file its name. Call it once, last.
  Status commit();

 private:
  struct State;
  explicit OutputFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Fails as `OutputFile::create` would, without making a file: for asking before long work.
Status check_output(const std::string& path, bool overwrite);

/// Writes `bytes` as the whole of `path`; see `OutputFile`.
Status write_file(const std::string& path, std::span<const std::byte> bytes, bool overwrite);

/// True if both paths name the same existing file, through whatever links. False for `-`.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace mmdkit
