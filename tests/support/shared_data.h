#pragma once

#include <filesystem>
#include <vector>

namespace mmdkit::test {

/// Real files beside the project, made by others and not part of it: `../shared/data`. Tests that
/// need them call GTEST_SKIP if the folder is missing.
std::filesystem::path shared_folder();

/// All files below `shared_folder()/data/vmd`, sorted; empty without the folder.
std::vector<std::filesystem::path> shared_motions();

}  // namespace mmdkit::test
