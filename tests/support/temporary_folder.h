#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace mmdkit::test {

/// An empty folder of its own that goes with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

  /// Writes a file and gives its path.
  std::string write(const std::string& name, std::span<const std::byte> bytes) const;

  /// Names of everything in the folder, sorted.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
};

/// The bytes of a file; empty if it cannot be read.
std::vector<std::byte> read_bytes(const std::string& path);

}  // namespace mmdkit::test
