#include <gtest/gtest.h>

#include <set>

#include "format/vmd_reader.h"
#include "format/vmd_writer.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

namespace mmdkit {
namespace {

// Motions made by many programs over fifteen years; see the note on them beside the files.
TEST(VmdRealFiles, ReadsThemAllAndWritesThemBackByteForByte) {
  const auto files = test::shared_motions();
  if (files.empty()) GTEST_SKIP() << "no files in " << test::shared_folder() / "data" / "vmd";
  const std::set<std::string> no_motion = {"hvmd_json_not_mmd.vmd"};
  for (const auto& path : files) {
    SCOPED_TRACE(path.filename());
    const auto bytes = test::read_bytes(path);
    Diagnostics diagnostics;
    const auto vmd = read_vmd(bytes, diagnostics);
    EXPECT_EQ(vmd.has_value(), !no_motion.contains(path.filename()))
        << (vmd ? "" : vmd.error().message);
    if (vmd) {
      EXPECT_EQ(write_vmd(*vmd), bytes);
    }
  }
}

TEST(VmdRealFiles, ReadsTheFixturesOfTheReference) {
  const auto folder = test::shared_folder() / "reference" / "fixtures";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no folder " << folder;
  for (const char* name : {"model_min.vmd", "camera_min.vmd"}) {
    const auto bytes = test::read_bytes(folder / name);
    Diagnostics diagnostics;
    const auto vmd = read_vmd(bytes, diagnostics);
    ASSERT_TRUE(vmd) << name;
    EXPECT_TRUE(diagnostics.empty()) << name;
    EXPECT_EQ(write_vmd(*vmd), bytes) << name;
  }
}

}  // namespace
}  // namespace mmdkit
