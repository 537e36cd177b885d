#include "motion/layer_oracle.h"
#include "motion/random_stack.h"

#include <gtest/gtest.h>

namespace mmdkit {
namespace {

using test::Random;

constexpr FrameRange kFrames = {0, 80};

DQuat as_double(const test::SlowQuat& q) {
  return {q.w, q.x, q.y, q.z};
}

void expect_same_bones(const LoadedStack& stack, Random& random) {
  for (const BoneMix& mix : bone_mixes(stack)) {
    MixCursor cursor;
    for (int i = 0; i < 10; ++i) {
      const double frame = random.below(8 * 90) / 8.0 - 4;
      const BonePose pose = evaluate(stack, mix, frame, cursor);
      const test::SlowPose slow = test::slow_pose(stack, mix.name, frame);
      SCOPED_TRACE(fmt::format("frame {}", frame));
      // Stored rotations are floats and brought to unit length as floats.
      ASSERT_LT(test::angle_between(normalized(pose.rotation), as_double(slow.rotation)), 2e-6);
      for (int c = 0; c < 3; ++c)
        ASSERT_NEAR(pose.translation[c], slow.translation[static_cast<std::size_t>(c)], 1e-5);
      ASSERT_EQ(pose.physics_on, slow.physics_on);
    }
  }
}

void expect_same_morphs(const LoadedStack& stack, Random& random) {
  for (const MorphMix& mix : morph_mixes(stack)) {
    MixCursor cursor;
    for (int i = 0; i < 10; ++i) {
      const double frame = random.below(8 * 90) / 8.0 - 4;
      ASSERT_NEAR(evaluate(stack, mix, frame, cursor), test::slow_morph(stack, mix.name, frame),
                  1e-9)
          << "frame " << frame;
    }
  }
}

TEST(LayersOracle, EveryStackIsWhatTheDefinitionsSay) {
  constexpr std::uint32_t kSeed = 20261201;
  Random random(kSeed);
  for (int round = 0; round < 400; ++round) {
    const test::RandomStack stack = test::random_stack(random, kFrames);
    SCOPED_TRACE(fmt::format("seed {}, round {}: {}", kSeed, round, stack.description));
    ASSERT_NO_FATAL_FAILURE(expect_same_bones(stack.builder.stack(), random));
    ASSERT_NO_FATAL_FAILURE(expect_same_morphs(stack.builder.stack(), random));
  }
}

// Each kind of option and mode alone, so that a failure above is easy to place.
TEST(LayersOracle, EveryOptionAloneIsWhatTheDefinitionsSay) {
  constexpr const char* kOptions[] = {"",
                                      ",weight=0.5",
                                      ",weight=1",
                                      ",weight=3",
                                      ",weight=[10:0,20:1,40:0.25]",
                                      ",weight=0.5,fade-in=12",
                                      ",weight=0.5,fade-out=12",
                                      ",fade-in=30,fade-out=30",
                                      ",weight=0.5,offset=7",
                                      ",weight=0.5,offset=-7.125",
                                      ",weight=0.5,range=10:25",
                                      ",weight=0.5,range=10:25,offset=-10",
                                      ",weight=0.5,speed=2",
                                      ",weight=0.5,speed=0.5,range=10:25",
                                      ",weight=0.5,loop=3,range=10:25",
                                      ",weight=0.5,loop=forever",
                                      ",weight=0.5,loop=2,fade-out=9",
                                      ",mode=additive,weight=0.5",
                                      ",mode=additive,weight=1.5,reference=12.5",
                                      ",mode=additive,loop=2,range=3:9,reference=3",
                                      ",weight=0.5,bones=頭,morphs=あ"};
  Random random(5);
  for (const BlendMode mode :
       {BlendMode::kMean, BlendMode::kSequential, BlendMode::kNormalized, BlendMode::kComposite})
    for (const char* options : kOptions)
      for (const bool with_base : {false, true}) {
        SCOPED_TRACE(fmt::format("seed 5, {}{} {}", to_text(mode), options, with_base));
        test::StackBuilder builder(kFrames);
        builder.mode(mode);
        if (with_base) builder.base(test::gentle_motion(random, 40));
        builder.layer(test::gentle_motion(random, 40), options)
            .layer(test::gentle_motion(random, 40), ",weight=0.4");
        ASSERT_NO_FATAL_FAILURE(expect_same_bones(builder.stack(), random));
        ASSERT_NO_FATAL_FAILURE(expect_same_morphs(builder.stack(), random));
      }
}

}  // namespace
}  // namespace mmdkit
