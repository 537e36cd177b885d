#include "support/shared_data.h"

#include <algorithm>

namespace mmdkit::test {

namespace fs = std::filesystem;

fs::path shared_folder() {
  return fs::path(MMDKIT_SOURCE_DIR).parent_path() / "shared";
}

std::vector<fs::path> shared_motions() {
  std::vector<fs::path> files;
  const fs::path folder = shared_folder() / "data" / "vmd";
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

}  // namespace mmdkit::test
