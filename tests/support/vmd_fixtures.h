#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mmdkit::test {

/// A small file of a kind that occurs in the wild, made by the builders.
struct VmdFixture {
  std::string name;  ///< Also its file name in the corpus of the fuzz targets.
  std::vector<std::byte> bytes;
  /// What a reader says of its structure: warning ids joined by blanks, `error`, or nothing.
  std::string findings;
};

/// Every kind of VMD that a reader has to cope with: both versions, odd signatures, missing
/// sections, records that are not counted, bytes behind the end, odd names, numbers and curves,
/// counts that lie.
std::vector<VmdFixture> vmd_fixtures();

}  // namespace mmdkit::test
