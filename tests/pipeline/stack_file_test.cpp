#include "pipeline/stack_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "motion/layer_stack_json.h"
#include "support/temporary_folder.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

namespace fs = std::filesystem;

/// Relative paths start from the working folder: a fresh one, for the time of a test.
class StackFiles : public ::testing::Test {
 protected:
  StackFiles() : before_(fs::current_path()) { fs::current_path(folder_.path()); }
  ~StackFiles() override { fs::current_path(before_); }

  static LayerStack stack_of(const std::string& base, const std::string& layer) {
    LayerStack stack;
    stack.base = StackFile{base, ""};
    stack.layers.resize(1);
    stack.layers[0].file.path = layer;
    return stack;
  }

  /// Saves at `path` and gives the paths as the file has them.
  std::pair<std::string, std::string> stored(const LayerStack& stack, const std::string& path) {
    const auto text = stack_file_text(stack, path);
    EXPECT_TRUE(text);
    std::ofstream(path) << *text;
    const auto read = stack_from_json(*text);
    return {read->base->path, read->layers[0].file.path};
  }

  static void touch(const std::string& path) { std::ofstream(path) << "x"; }

  test::TemporaryFolder folder_;
  fs::path before_;
};

using Paths = std::pair<std::string, std::string>;

TEST_F(StackFiles, HoldPathsFromTheirOwnFolder) {
  fs::create_directories("motions/body");
  fs::create_directories("stacks");
  touch("motions/body/a.vmd");
  touch("b.vmd");
  const LayerStack stack = stack_of("motions/body/a.vmd", "./b.vmd");
  struct Case {
    const char* path;
    Paths paths;
  };
  const Case cases[] = {
      {"stack.json", {"motions/body/a.vmd", "b.vmd"}},
      {"./stack.json", {"motions/body/a.vmd", "b.vmd"}},
      {"stacks/stack.json", {"../motions/body/a.vmd", "../b.vmd"}},
      {"motions/stack.json", {"body/a.vmd", "../b.vmd"}},
      {"motions/body/../stack.json", {"body/a.vmd", "../b.vmd"}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.path);
    EXPECT_EQ(stored(stack, c.path), c.paths);
    const auto loaded = load_stack(c.path);
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_TRUE(fs::equivalent(loaded->base->path, "motions/body/a.vmd"));
    EXPECT_TRUE(fs::equivalent(loaded->layers[0].file.path, "b.vmd"));
  }
}

TEST_F(StackFiles, KeepAbsolutePaths) {
  fs::create_directory("stacks");
  const LayerStack stack = stack_of("/somewhere/a.vmd", "/b.vmd");
  EXPECT_EQ(stored(stack, "stacks/stack.json"), (Paths{"/somewhere/a.vmd", "/b.vmd"}));
  EXPECT_EQ(*load_stack("stacks/stack.json"), stack);
}

TEST_F(StackFiles, MoveTogetherWithTheirMotions) {
  fs::create_directory("old");
  touch("old/a.vmd");
  touch("old/b.vmd");
  stored(stack_of("old/a.vmd", "old/b.vmd"), "old/stack.json");
  fs::rename("old", "new");
  const auto loaded = load_stack("new/stack.json");
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(fs::exists(loaded->base->path));
  EXPECT_TRUE(fs::exists(loaded->layers[0].file.path));
}

// The system resolves `..` behind a link from where the link leads to, not from where it stands.
TEST_F(StackFiles, SavedThroughALinkStillNameTheirMotions) {
  fs::create_directories("far/away");
  fs::create_directory_symlink("far/away", "link");
  touch("a.vmd");
  touch("far/away/b.vmd");
  stored(stack_of("a.vmd", "link/b.vmd"), "link/stack.json");
  for (const char* path : {"link/stack.json", "far/away/stack.json"}) {
    SCOPED_TRACE(path);
    const auto loaded = load_stack(path);
    ASSERT_TRUE(loaded);
    EXPECT_TRUE(fs::exists(loaded->base->path)) << loaded->base->path;
    EXPECT_TRUE(fs::exists(loaded->layers[0].file.path)) << loaded->layers[0].file.path;
  }
}

TEST_F(StackFiles, KeepNamesInAnyScript) {
  fs::create_directory("フォルダ");
  touch("フォルダ/踊り, その1 [完].vmd");
  stored(stack_of("フォルダ/踊り, その1 [完].vmd", "b \"quoted\".vmd"), "stack.json");
  const auto loaded = load_stack("stack.json");
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(fs::exists(loaded->base->path));
  EXPECT_EQ(loaded->layers[0].file.path, "b \"quoted\".vmd");
}

TEST_F(StackFiles, NameTheFileInEveryError) {
  EXPECT_EQ(load_stack("nowhere.json").error().code, ErrorCode::kIo);
  EXPECT_TRUE(load_stack("nowhere.json").error().message.starts_with("nowhere.json: "));
  folder_.write("bad.json", std::as_bytes(std::span(R"({"format": "x"})", 15)));
  EXPECT_EQ(load_stack("bad.json").error().code, ErrorCode::kMalformed);
  EXPECT_TRUE(load_stack("bad.json").error().message.starts_with("bad.json: format: "));
  folder_.write("empty.json", {});
  EXPECT_EQ(load_stack("empty.json").error().code, ErrorCode::kMalformed);
  EXPECT_FALSE(load_stack(".")) << "a folder";
}

TEST_F(StackFiles, CannotHoldANameThatIsNotUtf8) {
  const auto text = stack_file_text(stack_of("\xFF.vmd", "b.vmd"), "stack.json");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace mmdkit
