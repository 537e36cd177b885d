#include <gtest/gtest.h>

#include <filesystem>
#include <limits>

#include "base/hash.h"
#include "format/vmd_layout.h"
#include "format/vmd_reader.h"
#include "format/vmd_writer.h"
#include "motion/layer_text.h"
#include "motion/random_stack.h"
#include "pipeline/bake.h"
#include "pipeline/stack_file.h"
#include "support/temporary_folder.h"

namespace mmdkit {
namespace {

using test::bone;
using test::motion;
using test::Random;
using test::read_bytes;

/// A folder with motions and the jobs over them.
class BakePipeline : public ::testing::Test {
 protected:
  std::string add(const std::string& name, const Vmd& vmd) {
    return folder_.write(name, write_vmd(vmd));
  }

  Layer layer(const std::string& name, const std::string& options = "") {
    auto parsed = parse_layer(folder_.file(name) + options);
    EXPECT_TRUE(parsed);
    return *parsed;
  }

  BakeJob job(const std::string& output) {
    BakeJob made;
    made.output = folder_.file(output);
    return made;
  }

  std::vector<std::byte> bytes(const std::string& name) { return read_bytes(folder_.file(name)); }

  Vmd read(const std::string& name) {
    Diagnostics none;
    const auto file = bytes(name);
    const auto layout = scan_vmd(file, none);
    EXPECT_TRUE(layout);
    return read_vmd(*layout);
  }

  static std::vector<std::string> warnings(const BakeOutcome& outcome) {
    std::vector<std::string> ids;
    for (const Diagnostic& each : outcome.diagnostics.items()) ids.push_back(each.id);
    return ids;
  }

  test::TemporaryFolder folder_;
};

using Ids = std::vector<std::string>;

TEST_F(BakePipeline, OneFileAloneIsCopiedByteForByte) {
  Vmd odd = motion({bone("頭", 5), bone("頭", 0), bone("頭", 5)});
  odd.trailing = test::bytes_of("01 02 03");
  odd.signature[29] = 'x';
  add("odd.vmd", odd);
  BakeJob base = job("base.vmd"), alone = job("alone.vmd"), silent = job("silent.vmd");
  base.stack.base = StackFile{folder_.file("odd.vmd"), ""};
  alone.stack.layers = {layer("odd.vmd", ",bones=*")};
  silent.stack.base = base.stack.base;
  silent.stack.layers = {layer("odd.vmd", ",weight=0"), layer("odd.vmd", ",enabled=false")};
  for (const BakeJob& each : {base, alone, silent}) {
    const auto outcome = bake(each);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->copied_from, folder_.file("odd.vmd"));
    EXPECT_EQ(outcome->bone_keys, 3U);
    EXPECT_EQ(read_bytes(each.output), bytes("odd.vmd"));
  }
}

TEST_F(BakePipeline, AFileThatIsMovedOrThinnedOutIsNoCopy) {
  add("a.vmd", motion({bone("頭", 0), bone("首", 4)}, {test::morph("あ", 0, 1)}));
  for (const char* options : {",bones=*,offset=1", ",bones=頭", ",bones=*,morphs=い",
                              ",bones=*,weight=0.5", ",bones=*,loop=2", ",bones=*,fade-in=2"}) {
    BakeJob alone = job("out.vmd");
    alone.overwrite = true;
    alone.stack.layers = {layer("a.vmd", options)};
    const auto outcome = bake(alone);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->copied_from, "") << options;
    EXPECT_NE(bytes("out.vmd"), bytes("a.vmd")) << options;
  }
}

TEST_F(BakePipeline, ASavedStackGivesTheSameBakeByteForByte) {
  Random random(901);
  for (int round = 0; round < 25; ++round) {
    BakeJob first = job("first.vmd");
    first.overwrite = true;
    first.save_stack = folder_.file("stack.json");
    first.stack.mode = static_cast<BlendMode>(random.below(4));
    first.stack.keys = static_cast<KeyPlacement>(random.below(2));
    first.stack.curves = static_cast<CurveSolver>(random.below(2));
    first.stack.origin_key = random.chance(0.3);
    if (random.chance(0.3)) first.stack.frames = FrameRange{random.below(10), 50};
    if (random.chance(0.7)) {
      add("base.vmd", test::random_motion(random, 40));
      first.stack.base = StackFile{folder_.file("base.vmd"), ""};
    }
    for (std::uint32_t i = 0; i < 1 + random.below(3); ++i) {
      const std::string name = fmt::format("layer{}.vmd", i);
      add(name, test::random_motion(random, 40));
      first.stack.layers.push_back(layer(name, test::random_options(random, 40)));
    }
    const auto outcome = bake(first);
    ASSERT_TRUE(outcome) << "seed 901, round " << round << ": " << outcome.error().message;
    const auto loaded = load_stack(*first.save_stack);
    ASSERT_TRUE(loaded) << loaded.error().message;
    BakeJob second = job("second.vmd");
    second.overwrite = true;
    second.save_stack = folder_.file("again.json");
    second.stack = *loaded;
    const auto again = bake(second);
    ASSERT_TRUE(again) << "seed 901, round " << round << ": " << again.error().message;
    ASSERT_EQ(bytes("second.vmd"), bytes("first.vmd")) << "seed 901, round " << round;
    ASSERT_EQ(bytes("again.json"), bytes("stack.json")) << "and it saves as the same stack";
    ASSERT_EQ(again->layers.size(), outcome->layers.size());
    for (std::size_t i = 0; i < again->layers.size(); ++i)
      ASSERT_EQ(again->layers[i].id, outcome->layers[i].id);
  }
}

// What went without a warning before must not fail under --strict when it is loaded again.
TEST_F(BakePipeline, ASavedStackGivesNoNewWarnings) {
  add("base.vmd", motion({bone("頭", 0), bone("頭", 9)}));
  add("nod.vmd", motion({bone("頭", 0, {}, test::turn(0, 20))}));
  BakeJob first = job("first.vmd");
  first.stack.base = StackFile{folder_.file("base.vmd"), ""};
  first.stack.layers = {layer("nod.vmd", ",weight=0.5")};  // the ten default bones
  first.save_stack = folder_.file("stack.json");
  const auto outcome = bake(first);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(warnings(*outcome), Ids{});
  BakeJob second = job("second.vmd");
  second.stack = *load_stack(*first.save_stack);
  EXPECT_EQ(warnings(*bake(second)), Ids{});
}

TEST_F(BakePipeline, ThreadsChangeNoByte) {
  Random random(907);
  add("a.vmd", test::random_motion(random, 200));
  add("b.vmd", test::random_motion(random, 200));
  std::vector<std::vector<std::byte>> results;
  for (const unsigned threads : {1U, 2U, 7U}) {
    BakeJob each = job(fmt::format("{}.vmd", threads));
    each.threads = threads;
    each.stack.base = StackFile{folder_.file("a.vmd"), ""};
    each.stack.layers = {layer("b.vmd", ",weight=0.4,bones=*"),
                         layer("a.vmd", ",weight=0.7,bones=*,offset=9")};
    ASSERT_TRUE(bake(each));
    results.push_back(read_bytes(each.output));
  }
  EXPECT_EQ(results[1], results[0]);
  EXPECT_EQ(results[2], results[0]);
}

TEST_F(BakePipeline, ANameOfABoneThatIsNotSelectedIsInNoOutput) {
  add("a.vmd", motion({bone("センター", 0), bone("センター", 9, {1, 0, 0})}, {},
                      {test::property(0, true, {{"左足ＩＫ", false}})}));
  BakeJob alone = job("alone.vmd");
  alone.stack.layers = {layer("a.vmd", ",bones=センター")};
  ASSERT_TRUE(bake(alone));
  for (const VmdPropertyKey& key : read("alone.vmd").property_keys)
    EXPECT_TRUE(key.ik_states.empty()) << "bones= holds for IK bones too, copy or not";
}

TEST_F(BakePipeline, LayersHaveTheIdsGivenElseOfTheirFile) {
  add("a.vmd", motion({bone("頭", 0)}));
  BakeJob both = job("out.vmd");
  both.stack.layers = {layer("a.vmd", ",id=mine"), layer("a.vmd"), layer("a.vmd", ",weight=0")};
  const auto outcome = bake(both);
  ASSERT_TRUE(outcome);
  const std::string digest = sha256_hex(bytes("a.vmd"));
  ASSERT_EQ(outcome->layers.size(), 3U);
  EXPECT_EQ(outcome->layers[0].id, "mine");
  EXPECT_EQ(outcome->layers[1].id, layer_id(digest, 1));
  EXPECT_EQ(outcome->layers[2].id, layer_id(digest, 2));
  EXPECT_EQ(outcome->layers[0].bones, 1U);
}

TEST_F(BakePipeline, TheDefaultSelectionCountsWhatItDrops) {
  add("a.vmd", motion({bone("頭", 0), bone("センター", 0), bone("センター", 5), bone("腰", 0)}));
  BakeJob one = job("out.vmd");
  one.stack.layers = {layer("a.vmd")};
  const auto outcome = bake(one);
  ASSERT_TRUE(outcome);
  ASSERT_EQ(warnings(*outcome), Ids{"bake-default-bones"});
  EXPECT_NE(outcome->diagnostics.items()[0].message.find("3 keys of 2 other bones"),
            std::string::npos);
  EXPECT_EQ(read("out.vmd").bone_keys.size(), 1U);
}

TEST_F(BakePipeline, AChangedFileIsAWarning) {
  add("a.vmd", motion({bone("頭", 0)}));
  BakeJob changed = job("out.vmd");
  changed.stack.base = StackFile{folder_.file("a.vmd"), std::string(64, '0')};
  EXPECT_EQ(warnings(*bake(changed)), Ids{"stack-file-changed"});
  changed.strict = true;
  changed.overwrite = true;
  const auto before = bytes("out.vmd");
  const auto outcome = bake(changed);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, ErrorCode::kMalformed);
  EXPECT_EQ(bytes("out.vmd"), before);
}

// KEY-02: two keys far apart.
TEST_F(BakePipeline, AMillionFramesAreMadeOnlyWhenAskedFor) {
  for (const std::uint32_t last : {1000000U, 2147483632U, 0xFFFFFFF0U}) {
    add("far.vmd", motion({bone("頭", 0), bone("頭", last, {1, 0, 0})}));
    BakeJob far = job("far_out.vmd");
    far.overwrite = true;
    far.stack.base = StackFile{folder_.file("far.vmd"), ""};
    far.stack.layers = {layer("far.vmd", ",weight=0.5")};
    const auto outcome = bake(far);
    ASSERT_FALSE(outcome) << last;
    EXPECT_EQ(outcome.error().code, ErrorCode::kMalformed);
    EXPECT_NE(outcome.error().message.find(fmt::format("0:{}", last)), std::string::npos)
        << outcome.error().message;
    far.stack.frames = FrameRange{0, 10};
    const auto part = bake(far);
    ASSERT_TRUE(part) << part.error().message;
    EXPECT_EQ(part->frames, (FrameRange{0, 10}));
  }
  add("near.vmd", motion({bone("頭", 0), bone("頭", 999999)}));
  BakeJob near = job("near_out.vmd");
  near.stack.base = StackFile{folder_.file("near.vmd"), ""};
  EXPECT_TRUE(bake(near)) << "exactly a million";
}

TEST_F(BakePipeline, FramesDefaultToTheEndOfTheLastSource) {
  add("ten.vmd", motion({bone("頭", 10)}));
  add("slow.vmd", motion({bone("頭", 7)}));
  BakeJob both = job("out.vmd");
  both.stack.base = StackFile{folder_.file("ten.vmd"), ""};
  both.stack.layers = {layer("slow.vmd", ",speed=0.5,weight=0.5,offset=0.5")};
  EXPECT_EQ(bake(both)->frames, (FrameRange{0, 15})) << "14.5, and the frame behind it";
  both.overwrite = true;
  both.stack.frames = FrameRange{3, FrameRange{}.last};
  EXPECT_EQ(bake(both)->frames, (FrameRange{3, 15}));
  both.stack.frames = FrameRange{16, FrameRange{}.last};
  EXPECT_EQ(bake(both).error().code, ErrorCode::kUsage);
  both.stack.frames = FrameRange{0, 2147483648U};
  EXPECT_EQ(bake(both).error().code, ErrorCode::kUsage);
}

TEST_F(BakePipeline, ValuesBeyondAFloatAreRefused) {
  const float most = std::numeric_limits<float>::max();
  add("big.vmd", motion({bone("頭", 0, {most, 0, 0})}, {test::morph("あ", 0, most)}));
  BakeJob twice = job("out.vmd");
  twice.stack.base = StackFile{folder_.file("big.vmd"), ""};
  twice.stack.layers = {layer("big.vmd", ",mode=additive")};
  const auto outcome = bake(twice);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"big.vmd"})) << "nothing is left behind";
}

TEST_F(BakePipeline, AnOriginKeyMakesTracksBeginAtRest) {
  add("late.vmd", motion({bone("頭", 10, {10, 0, 0})}, {test::morph("あ", 10, 1)}));
  BakeJob origin = job("out.vmd");
  origin.stack.origin_key = true;
  origin.stack.base = StackFile{folder_.file("late.vmd"), ""};
  ASSERT_TRUE(bake(origin));
  const Vmd out = read("out.vmd");
  ASSERT_EQ(out.bone_keys.size(), 2U);
  EXPECT_EQ(out.bone_keys[0].frame, 0U);
  EXPECT_EQ(out.bone_keys[0], bone("頭", 0));
  EXPECT_EQ(out.bone_keys[1], bone("頭", 10, {10, 0, 0}));
  ASSERT_EQ(out.morph_keys.size(), 2U);
  EXPECT_EQ(out.morph_keys[0].weight, 0);
}

}  // namespace
}  // namespace mmdkit
