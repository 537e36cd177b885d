#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "format/vmd_layout.h"
#include "format/vmd_reader.h"
#include "format/vmd_writer.h"
#include "motion/bake.h"
#include "motion/motion_vmd.h"
#include "motion/random_stack.h"

namespace mmdkit {
namespace {

using test::gentle_motion;
using test::Random;
using test::StackBuilder;

constexpr FrameRange kFrames = {0, 60};

Motion reread(const Vmd& vmd) {
  Diagnostics diagnostics;
  const auto bytes = write_vmd(vmd);
  const auto layout = scan_vmd(bytes, diagnostics);
  EXPECT_TRUE(layout);
  EXPECT_TRUE(diagnostics.empty());
  auto codec = NameCodec::open(NameEncoding::kCp932);
  auto built = build_motion(read_vmd(*layout), {}, *codec);
  EXPECT_TRUE(built);
  return std::move(built->motion);
}

BakedMotion baked(const StackBuilder& builder, unsigned threads = 1) {
  Diagnostics diagnostics;
  return bake(builder.stack(), threads, diagnostics);
}

/// `motion` gives on every output frame what `stack` evaluates to.
void expect_plays(const Motion& motion, const LoadedStack& stack) {
  const auto mixes = bone_mixes(stack);
  ASSERT_EQ(motion.bones.size(), mixes.size());
  for (std::size_t i = 0; i < mixes.size(); ++i) {
    ASSERT_EQ(motion.bones[i].name, mixes[i].name) << "in the order of the mixes";
    MixCursor cursor;
    std::size_t hint = 0;
    for (std::uint32_t frame = stack.frames.first; frame <= stack.frames.last; ++frame) {
      const BonePose wanted = evaluate(stack, mixes[i], frame, cursor);
      const BonePose got = sample(motion.bones[i], frame, stack.curves, hint);
      SCOPED_TRACE(fmt::format("bone {}, frame {}", i, frame));
      ASSERT_LT(test::angle_between(normalized(got.rotation), normalized(wanted.rotation)), 1e-6);
      for (int c = 0; c < 3; ++c)
        ASSERT_NEAR(got.translation[c], wanted.translation[c],
                    1e-6 + 2e-7 * std::abs(wanted.translation[c]));
      ASSERT_EQ(got.physics_on, wanted.physics_on);
    }
  }
  const auto morphs = morph_mixes(stack);
  ASSERT_EQ(motion.morphs.size(), morphs.size());
  for (std::size_t i = 0; i < morphs.size(); ++i) {
    MixCursor cursor;
    std::size_t hint = 0;
    for (std::uint32_t frame = stack.frames.first; frame <= stack.frames.last; ++frame)
      ASSERT_NEAR(sample(motion.morphs[i], frame, hint), evaluate(stack, morphs[i], frame, cursor),
                  1e-6);
  }
}

// Kept records, reduced stretches and dense keys: whichever a track gets, it plays the same.
TEST(BakeOracle, ABakePlaysWhatTheStackEvaluatesTo) {
  Random random(503);
  int kept = 0, sampled = 0;
  for (int round = 0; round < 500; ++round) {
    const std::uint32_t first = random.chance(0.4) ? random.below(40) : 0;
    const FrameRange frames = {first, first + random.below(50)};
    test::RandomStack made = test::random_stack(random, frames);
    SCOPED_TRACE(fmt::format("seed 503, round {}: {}:{} {}", round, frames.first, frames.last,
                             made.description));
    const BakedMotion result = baked(made.builder);
    for (const BakedTrack& track : result.bones) ++(track.kept_from.empty() ? sampled : kept);
    ASSERT_NO_FATAL_FAILURE(expect_plays(reread(result.vmd), made.builder.stack()));
  }
  EXPECT_GT(kept, 40) << "or this shows nothing about kept records";
  EXPECT_GT(sampled, 50);
}

TEST(BakeOracle, LoneSourcesPlayTheSameHoweverTheyAreMovedAndCut) {
  Random random(509);
  int kept = 0;
  for (int round = 0; round < 250; ++round) {
    const std::uint32_t first = random.below(30);
    const auto offset = static_cast<int>(random.below(50)) - 25;
    StackBuilder builder({first, first + random.below(40)});
    builder.mode(static_cast<BlendMode>(random.below(4)));
    if (random.chance(0.5)) builder.base(gentle_motion(random, 40));
    builder.layer(gentle_motion(random, 40), fmt::format(",offset={}", offset));
    SCOPED_TRACE(fmt::format("seed 509, round {}: offset {}", round, offset));
    const BakedMotion result = baked(builder);
    for (const BakedTrack& track : result.bones) kept += track.kept_from.empty() ? 0 : 1;
    ASSERT_NO_FATAL_FAILURE(expect_plays(reread(result.vmd), builder.stack()));
  }
  EXPECT_GT(kept, 50);
}

/// The 111 bytes of every bone key, the frame number moved back.
std::vector<std::vector<std::byte>> records(const Vmd& vmd, std::string_view name,
                                            std::uint32_t moved_by) {
  std::vector<std::vector<std::byte>> found;
  Diagnostics none;
  for (VmdBoneKey key : vmd.bone_keys) {
    if (name_bytes(key.name) != name) continue;
    key.frame -= moved_by;
    Vmd one = make_vmd("");
    one.bone_keys = {key};
    const auto bytes = write_vmd(one);
    found.emplace_back(bytes.begin() + 54, bytes.begin() + 54 + 111);
  }
  return found;
}

TEST(BakeOracle, KeptRecordsKeepEveryByte) {
  Random random(521);
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(fmt::format("seed 521, round {}", round));
    Vmd source = gentle_motion(random, 40);
    // Whatever bytes: they need not be what an encoder would write.
    for (VmdBoneKey& key : source.bone_keys) {
      for (std::uint8_t& byte : key.interpolation)
        byte = static_cast<std::uint8_t>(random.below(256));
      const std::size_t used = name_bytes(key.name).size();
      for (std::size_t i = used + 1; i < key.name.size(); ++i)
        key.name[i] = static_cast<char>(random.below(256));
      for (float& c : key.rotation) c *= 3;  // not unit
    }
    const Vmd base = gentle_motion(random, 40);
    const std::uint32_t moved_by = random.below(20);
    StackBuilder builder({0, 100});
    builder.base(base).layer(source, fmt::format(",offset={}", moved_by));
    const BakedMotion result = baked(builder);
    for (const BakedTrack& track : result.bones) {
      const bool of_layer = std::ranges::any_of(source.bone_keys, [&](const VmdBoneKey& key) {
        return name_bytes(key.name) == track.name;
      });
      ASSERT_EQ(track.kept_from, of_layer ? "layer1" : "base");
      ASSERT_EQ(records(result.vmd, track.name, of_layer ? moved_by : 0),
                records(of_layer ? source : base, track.name, 0));
    }
  }
}

TEST(BakeOracle, EveryFrameMeansEveryFrameOfEveryTrack) {
  Random random(523);
  for (int round = 0; round < 20; ++round) {
    test::RandomStack made = test::random_stack(random, {5, 35});
    made.builder.keys(KeyPlacement::kEveryFrame);
    SCOPED_TRACE(fmt::format("seed 523, round {}: {}", round, made.description));
    const BakedMotion result = baked(made.builder);
    for (const auto* tracks : {&result.bones, &result.morphs})
      for (const BakedTrack& track : *tracks) {
        EXPECT_EQ(track.keys, 31U);
        EXPECT_EQ(track.kept_from, "");
      }
    EXPECT_EQ(result.vmd.bone_keys.size(), 31 * result.bones.size());
    ASSERT_NO_FATAL_FAILURE(expect_plays(reread(result.vmd), made.builder.stack()));
  }
}

TEST(BakeOracle, TheReportCountsTheKeysOfEachTrack) {
  Random random(541);
  for (int round = 0; round < 20; ++round) {
    const BakedMotion result = baked(test::random_stack(random, kFrames).builder);
    std::size_t next = 0;
    for (const BakedTrack& track : result.bones)
      for (std::uint32_t i = 0; i < track.keys; ++i, ++next) {
        ASSERT_LT(next, result.vmd.bone_keys.size());
        const VmdBoneKey& key = result.vmd.bone_keys[next];
        ASSERT_EQ(name_bytes(key.name), track.name) << "seed 541: track by track";
        if (i > 0) {
          ASSERT_GT(key.frame, result.vmd.bone_keys[next - 1].frame) << "seed 541: ascending";
        }
      }
    ASSERT_EQ(next, result.vmd.bone_keys.size());
  }
}

TEST(BakeOracle, TheNumberOfThreadsChangesNoByte) {
  Random random(547);
  for (int round = 0; round < 10; ++round) {
    const test::RandomStack made = test::random_stack(random, kFrames);
    const auto one = write_vmd(baked(made.builder, 1).vmd);
    for (const unsigned threads : {2U, 7U})
      ASSERT_EQ(write_vmd(baked(made.builder, threads).vmd), one)
          << "seed 547, round " << round << ": " << made.description;
  }
}

// A bake is a motion like any other: baked again it gives itself.
TEST(BakeOracle, ABakeOfABakeIsTheSame) {
  Random random(557);
  for (int round = 0; round < 30; ++round) {
    const BakedMotion once = baked(test::random_stack(random, kFrames).builder);
    const BakedMotion twice = baked(StackBuilder(kFrames).base(once.vmd));
    ASSERT_EQ(twice.vmd, once.vmd) << "seed 557, round " << round;
  }
}

}  // namespace
}  // namespace mmdkit
