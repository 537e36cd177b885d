#include "motion/layers.h"

#include <gtest/gtest.h>

#include "support/rotations.h"
#include "support/stack_builder.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

using test::angle_between;
using test::bone;
using test::motion;
using test::StackBuilder;
using test::turn;

constexpr FrameRange kFrames = {0, 60};

BonePose pose_of(const LoadedStack& stack, std::string_view name, double frame) {
  for (const BoneMix& mix : bone_mixes(stack))
    if (mix.name == test::cp932(name)) {
      MixCursor cursor;
      return evaluate(stack, mix, frame, cursor);
    }
  ADD_FAILURE() << "no such bone";
  return {};
}

TEST(Layers, BlendTowardTheBaseByTheirWeight) {  // LAYR-01
  const Vmd base = motion({bone("センター", 0, {0, 10, 0})});
  const Vmd layer = motion({bone("センター", 0, {0, 20, 0})}), other = motion({bone("頭", 0)});
  StackBuilder builder(kFrames);
  builder.base(base).layer(layer, ",weight=0.25").layer(other, ",weight=0.5");
  EXPECT_NEAR(pose_of(builder.stack(), "センター", 3).translation.y, 12.5, 1e-9)
      << "a layer without the bone has no say in it";
}

TEST(Layers, WithoutABaseBlendTowardRest) {
  StackBuilder builder(kFrames);
  builder.layer(motion({bone("頭", 0, {2, 0, 0}, turn(0, 60))}), ",weight=0.5");
  EXPECT_LT(angle_between(pose_of(builder.stack(), "頭", 0).rotation, test::axis_turn(0, 30)),
            1e-6);
  EXPECT_NEAR(pose_of(builder.stack(), "頭", 0).translation.x, 1, 1e-9);
}

TEST(Layers, ATrackOfIdentityKeysHoldsTheBoneAtRest) {
  StackBuilder builder(kFrames);
  builder.base(motion({bone("頭", 0, {}, turn(0, 60))}))
      .layer(motion({bone("頭", 0)}), ",weight=1");
  EXPECT_LT(angle_between(pose_of(builder.stack(), "頭", 0).rotation, kIdentity), 1e-9);
}

TEST(Layers, HoldTheirEndsAsTheEvaluatorDoes) {  // E15, E16
  const double degrees = 180 / std::numbers::pi;
  StackBuilder builder(kFrames);
  builder.curves(CurveSolver::kBisect15);  // the vectors are the engine's
  builder.layer(motion({bone("頭", 0), bone("頭", 30, {}, turn(0, degrees))}))
      .layer(motion({bone("頭", 0), bone("頭", 10, {}, turn(1, 0.5 * degrees))}));
  const BonePose pose = pose_of(builder.stack(), "頭", 25);
  EXPECT_LT(angle_between(pose.rotation, DQuat(0.969717, 0.208380, 0.127385, 0)), 3e-6);
  StackBuilder late(kFrames);
  late.layer(motion({bone("頭", 0), bone("頭", 10, {1, 0, 0})}))
      .layer(motion({bone("首", 20, {5, 0, 0}), bone("首", 30)}));
  EXPECT_NEAR(pose_of(late.stack(), "首", 5).translation.x, 5, 1e-9);
  EXPECT_NEAR(pose_of(late.stack(), "頭", 25).translation.x, 1, 1e-9);
}

TEST(Layers, AddAdditiveLayersOnTop) {
  const Vmd base = motion({bone("頭", 0, {}, turn(0, 30))});
  const Vmd nod = motion({bone("頭", 0, {}, turn(0, 10)), bone("頭", 10, {}, turn(0, 30))});
  StackBuilder from_rest(kFrames);
  from_rest.base(base).layer(nod, ",mode=additive,weight=0.5");
  EXPECT_LT(angle_between(pose_of(from_rest.stack(), "頭", 10).rotation, test::axis_turn(0, 45)),
            1e-6);
  StackBuilder from_start(kFrames);
  from_start.base(base).layer(nod, ",mode=additive,reference=0");
  EXPECT_LT(angle_between(pose_of(from_start.stack(), "頭", 10).rotation, test::axis_turn(0, 50)),
            1e-6);
  EXPECT_LT(angle_between(pose_of(from_start.stack(), "頭", 0).rotation, test::axis_turn(0, 30)),
            1e-6);
}

TEST(Layers, MorphsBlendLikeBones) {
  StackBuilder builder(kFrames);
  builder.base(motion({}, {test::morph("あ", 0, 0.2F)}))
      .layer(motion({}, {test::morph("あ", 0, 1), test::morph("い", 0, 1)}), ",weight=0.5");
  const auto mixes = morph_mixes(builder.stack());
  ASSERT_EQ(mixes.size(), 2U);
  MixCursor cursor;
  EXPECT_NEAR(evaluate(builder.stack(), mixes[0], 0, cursor), 0.6, 1e-6);
  EXPECT_NEAR(evaluate(builder.stack(), mixes[1], 0, cursor), 0.5, 1e-6);
}

TEST(Layers, EndWhenTheLastOfThemEnds) {
  const Vmd ten = motion({bone("頭", 10)}), fifty = motion({bone("頭", 50)});
  EXPECT_EQ(natural_end(StackBuilder(kFrames).base(fifty).layer(ten).stack()), 50);
  EXPECT_EQ(natural_end(StackBuilder(kFrames).base(ten).layer(fifty, ",offset=30").stack()), 80);
  EXPECT_EQ(natural_end(StackBuilder(kFrames).base(fifty).layer(ten, ",loop=forever").stack()), 50);
  EXPECT_EQ(natural_end(StackBuilder(kFrames).layer(ten, ",loop=forever").stack()), 10);
  EXPECT_EQ(natural_end(StackBuilder(kFrames).layer(ten, ",offset=-90").stack()), 0);
  EXPECT_EQ(natural_end(StackBuilder(kFrames).layer(fifty, ",speed=3").stack()), 50.0 / 3);
}

// Laws over random stacks.
TEST(Layers, ObeyTheirLawsOnRandomMotions) {
  test::Random random(97);
  for (int round = 0; round < 40; ++round) {
    SCOPED_TRACE("seed 97, round " + std::to_string(round));
    const Vmd base = test::random_motion(random, 60), a = test::random_motion(random, 60),
              b = test::random_motion(random, 60);
    const std::string wa = ",weight=0.6,fade-in=9", wb = ",weight=[5:0.2,40:1.3],offset=3.5";
    StackBuilder ab(kFrames), ba(kFrames), with_silent(kFrames);
    ab.base(base).layer(a, wa).layer(b, wb);
    ba.base(base).layer(b, wb).layer(a, wa);
    with_silent.base(base)
        .layer(a, wa)
        .layer(base, ",weight=0")
        .layer(b, wb)
        .layer(a, ",enabled=false");
    MixCursor forward, scratch;
    const auto mixes = bone_mixes(ab.stack());
    for (const BoneMix& mix : mixes) {
      auto codec = NameCodec::open(NameEncoding::kCp932);
      const std::string name = codec->decode(mix.name).text;
      for (int i = 0; i < 12; ++i) {
        const double frame = random.between(0, 60);
        MixCursor fresh;
        const BonePose pose = evaluate(ab.stack(), mix, frame, fresh);
        // Order-free, blind to silent layers, and a pure function of the frame.
        ASSERT_EQ(pose.rotation, pose_of(ba.stack(), name, frame).rotation);
        ASSERT_EQ(pose.rotation, pose_of(with_silent.stack(), name, frame).rotation);
        ASSERT_EQ(pose.rotation, evaluate(ab.stack(), mix, frame, scratch).rotation);
        ASSERT_EQ(pose.translation, evaluate(ab.stack(), mix, frame, scratch).translation);
        ASSERT_NEAR(glm::length(pose.rotation), 1, 1e-6);
      }
    }
  }
}

}  // namespace
}  // namespace mmdkit
