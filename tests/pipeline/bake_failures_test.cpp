#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <vector>

#include "format/vmd_writer.h"
#include "motion/layer_text.h"
#include "pipeline/bake.h"
#include "pipeline/stack_file.h"
#include "support/temporary_folder.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

using test::bone;
using test::motion;
using test::read_bytes;

class BakeFailures : public ::testing::Test {
 protected:
  BakeFailures() {
    folder_.write("base.vmd", write_vmd(motion({bone("頭", 0, {1, 0, 0})})));
    folder_.write("one.vmd", write_vmd(motion({bone("頭", 0, {3, 0, 0})})));
    folder_.write("two.vmd", write_vmd(motion({bone("頭", 0, {5, 0, 0})})));
    const auto whole = write_vmd(motion({bone("頭", 0)}));
    folder_.write("cut.vmd", std::span(whole).first(99));
    Vmd nan = motion({bone("頭", 0), bone("頭", 3)});
    nan.bone_keys[1].translation[1] = std::numeric_limits<float>::quiet_NaN();
    folder_.write("nan.vmd", write_vmd(nan));
    folder_.write("text.vmd", std::as_bytes(std::span("no motion at all, just some text")));
    before_ = folder_.names();
  }

  BakeJob job(const char* base, const std::vector<const char*>& layers) {
    BakeJob made;
    if (base != nullptr) made.stack.base = StackFile{folder_.file(base), ""};
    for (const char* each : layers)
      made.stack.layers.push_back(*parse_layer(folder_.file(each) + ",weight=0.5,bones=*"));
    made.output = folder_.file("out.vmd");
    made.overwrite = true;
    return made;
  }

  test::TemporaryFolder folder_;
  std::vector<std::string> before_;
};

TEST_F(BakeFailures, PoliciesDecideWhatBecomesOfALayerThatCannotBeUsed) {
  struct Case {
    const char* name;
    const char* base;
    std::vector<const char*> layers;
    LayerErrorPolicy policy;
    const char* same_as_base;  ///< The bake equals that of this base and these layers;
    std::vector<const char*> same_as_layers;
    const char* warning;  ///< null: the bake fails.
  };
  using enum LayerErrorPolicy;
  const Case cases[] = {
      {"fail", "base.vmd", {"one.vmd", "cut.vmd"}, kFail, nullptr, {}, nullptr},
      {"skip the last",
       "base.vmd",
       {"one.vmd", "cut.vmd"},
       kSkip,
       "base.vmd",
       {"one.vmd"},
       "bake-layer-skipped"},
      {"skip the first",
       "base.vmd",
       {"nan.vmd", "one.vmd", "two.vmd"},
       kSkip,
       "base.vmd",
       {"one.vmd", "two.vmd"},
       "bake-layer-skipped"},
      {"skip without base",
       nullptr,
       {"text.vmd", "one.vmd"},
       kSkip,
       nullptr,
       {"one.vmd"},
       "bake-layer-skipped"},
      {"skip a missing file",
       "base.vmd",
       {"nowhere.vmd"},
       kSkip,
       "base.vmd",
       {},
       "bake-layer-skipped"},
      {"skip everything", nullptr, {"cut.vmd", "nan.vmd"}, kSkip, nullptr, {}, nullptr},
      {"base alone",
       "base.vmd",
       {"one.vmd", "cut.vmd", "two.vmd"},
       kBase,
       "base.vmd",
       {},
       "bake-fallback"},
      {"base alone, first layer bad",
       "base.vmd",
       {"cut.vmd", "one.vmd"},
       kBase,
       "base.vmd",
       {},
       "bake-fallback"},
      {"first layer alone",
       nullptr,
       {"one.vmd", "two.vmd", "nan.vmd"},
       kBase,
       nullptr,
       {"one.vmd"},
       "bake-fallback"},
      {"first layer bad, no base", nullptr, {"cut.vmd", "one.vmd"}, kBase, nullptr, {}, nullptr},
      {"bad base, skip", "cut.vmd", {"one.vmd"}, kSkip, nullptr, {}, nullptr},
      {"bad base, base", "nan.vmd", {"one.vmd"}, kBase, nullptr, {}, nullptr},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    BakeJob tried = job(c.base, c.layers);
    tried.on_layer_error = c.policy;
    tried.save_stack = folder_.file("stack.json");
    const auto outcome = bake(tried);
    ASSERT_EQ(outcome.has_value(), c.warning != nullptr);
    if (c.warning == nullptr) {
      EXPECT_NE(outcome.error().code, ErrorCode::kUsage);
      EXPECT_EQ(folder_.names(), before_) << "nothing is written";
      continue;
    }
    ASSERT_EQ(outcome->diagnostics.items().size(), 1U);
    EXPECT_EQ(outcome->diagnostics.items()[0].id, c.warning);
    const auto got = read_bytes(tried.output);
    BakeJob wanted = job(c.same_as_base, c.same_as_layers), saved = wanted;
    ASSERT_TRUE(bake(wanted));
    EXPECT_EQ(got, read_bytes(wanted.output));
    saved.stack = *load_stack(*tried.save_stack);
    EXPECT_EQ(saved.stack.layers.size(), c.same_as_layers.size());
    ASSERT_TRUE(bake(saved));
    EXPECT_EQ(got, read_bytes(saved.output)) << "what is saved is what was baked";
    std::filesystem::remove(saved.output);
    std::filesystem::remove(*tried.save_stack);
  }
}

TEST_F(BakeFailures, TheWarningNamesTheFileAndThePlace) {
  BakeJob skip = job("base.vmd", {"nan.vmd"});
  skip.on_layer_error = LayerErrorPolicy::kSkip;
  const auto outcome = bake(skip);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->diagnostics.items()[0].first,
            folder_.file("nan.vmd") + ": bone key 1 (頭, frame 3): a number is not finite");
  EXPECT_TRUE(outcome->layers.empty());
}

// A wrong request is not a broken file: no policy hides it.
TEST_F(BakeFailures, ABadSelectionIsWrongUsageUnderEveryPolicy) {
  for (const LayerErrorPolicy policy :
       {LayerErrorPolicy::kFail, LayerErrorPolicy::kSkip, LayerErrorPolicy::kBase})
    for (const char* term : {"set:nowhere", "re:("}) {
      BakeJob bad = job("base.vmd", {"one.vmd"});
      bad.stack.layers[0].bones = std::vector<std::string>{term};
      bad.on_layer_error = policy;
      const auto outcome = bake(bad);
      ASSERT_FALSE(outcome) << term;
      EXPECT_EQ(outcome.error().code, ErrorCode::kUsage) << outcome.error().message;
    }
}

TEST_F(BakeFailures, ASkippedLayerIsNotInTheSavedStack) {
  BakeJob skip = job("base.vmd", {"cut.vmd", "one.vmd"});
  skip.on_layer_error = LayerErrorPolicy::kSkip;
  skip.save_stack = folder_.file("stack.json");
  const auto outcome = bake(skip);
  ASSERT_TRUE(outcome);
  ASSERT_EQ(outcome->layers.size(), 1U);
  EXPECT_EQ(outcome->layers[0].file, folder_.file("one.vmd"));
  const auto text = read_bytes(*skip.save_stack);
  EXPECT_EQ(test::text_of(text).find("cut.vmd"), std::string_view::npos);
  EXPECT_NE(test::text_of(text).find("one.vmd"), std::string_view::npos);
}

TEST_F(BakeFailures, NothingIsOverwrittenUnasked) {
  folder_.write("out.vmd", test::bytes_of("01 02"));
  BakeJob kept = job("base.vmd", {});
  kept.overwrite = false;
  EXPECT_EQ(bake(kept).error().code, ErrorCode::kIo);
  EXPECT_EQ(read_bytes(kept.output), test::bytes_of("01 02"));
  kept.output = folder_.file("new.vmd");
  kept.save_stack = folder_.file("out.vmd");
  EXPECT_EQ(bake(kept).error().code, ErrorCode::kIo);
  before_.insert(before_.end() - 2, "out.vmd");
  EXPECT_EQ(folder_.names(), before_) << "neither of the two files is written";
}

// "On failure no output is changed": also when only the second of two outputs cannot be written.
TEST_F(BakeFailures, IfTheStackCannotBeSavedNoMotionIsWritten) {
  BakeJob both = job("base.vmd", {"one.vmd"});
  both.save_stack = folder_.file("no such folder/stack.json");
  const auto outcome = bake(both);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, ErrorCode::kIo);
  EXPECT_EQ(folder_.names(), before_);
}

TEST_F(BakeFailures, TheMotionAndTheStackNeedTwoFiles) {
  for (const bool overwrite : {false, true}) {
    BakeJob one = job("base.vmd", {"one.vmd"});
    one.save_stack = one.output;
    one.overwrite = overwrite;
    const auto outcome = bake(one);
    ASSERT_FALSE(outcome) << "the stack would replace the motion";
    EXPECT_EQ(outcome.error().code, ErrorCode::kUsage) << outcome.error().message;
    EXPECT_EQ(folder_.names(), before_);
    std::filesystem::remove(one.output);
  }
}

TEST_F(BakeFailures, StandardInputIsReadOnceAndNeverNamedByAStack) {
  BakeJob twice = job("base.vmd", {"one.vmd", "two.vmd"});
  twice.stack.layers[0].file.path = twice.stack.layers[1].file.path = "-";
  EXPECT_EQ(bake(twice).error().code, ErrorCode::kUsage);
  BakeJob saved = job("base.vmd", {"one.vmd"});
  saved.stack.layers[0].file.path = "-";
  saved.save_stack = folder_.file("stack.json");
  EXPECT_EQ(bake(saved).error().code, ErrorCode::kUsage);
}

// Weights of any size above 0 are valid, so a stack of them must bake.
TEST_F(BakeFailures, TinyWeightsAreNoFailure) {
  BakeJob tiny = job("base.vmd", {"one.vmd", "two.vmd", "base.vmd"});
  for (Layer& layer : tiny.stack.layers) layer.weight = {{0, 1e-120}};
  const auto outcome = bake(tiny);
  EXPECT_TRUE(outcome) << outcome.error().message;
}

}  // namespace
}  // namespace mmdkit
