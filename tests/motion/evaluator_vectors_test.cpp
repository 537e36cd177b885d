#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "motion/rotation.h"
#include "support/rotations.h"
#include "support/stack_builder.h"
#include "support/vmd_builder.h"

// The vectors of the evaluator that the design documents describe, as whole motions through a whole
// stack, and what was measured on the engine where our definitions agree with it. Names E1 to E19
// are those of the reference; E1 (files that are none) is a matter of the reader.

namespace mmdkit {
namespace {

using test::angle_between;
using test::axis_turn;
using test::bone;
using test::motion;
using test::StackBuilder;
using test::turn;

constexpr FrameRange kFrames = {0, 60};
constexpr double kDegrees = 180 / std::numbers::pi;
constexpr double kFourDecimals = 1e-4;

std::optional<BonePose> pose_of(const StackBuilder& builder, std::string_view name, double frame) {
  for (const BoneMix& mix : bone_mixes(builder.stack()))
    if (mix.name == test::cp932(name)) {
      MixCursor cursor;
      return evaluate(builder.stack(), mix, frame, cursor);
    }
  return std::nullopt;
}

void expect_rotation(const std::optional<BonePose>& pose, const DQuat& wanted,
                     double tolerance = kFourDecimals) {
  ASSERT_TRUE(pose);
  EXPECT_LT(angle_between(normalized(pose->rotation), normalized(wanted)), tolerance);
}

Vmd turning(int axis, double radians, std::uint32_t last = 10, CurveHandles handles = {}) {
  return motion({bone("頭", 0), bone("頭", last, {}, turn(axis, radians * kDegrees), handles)});
}

TEST(EvaluatorVectors, UnknownBonesAndEmptyMotionsHaveNoPose) {  // E4, E6
  EXPECT_FALSE(pose_of(StackBuilder(kFrames).layer(turning(0, 1)), "知らない", 5));
  EXPECT_TRUE(bone_mixes(StackBuilder(kFrames).layer(motion({})).stack()).empty());
  EXPECT_TRUE(bone_mixes(StackBuilder(kFrames).stack()).empty());
}

TEST(EvaluatorVectors, AllBonesComeAtOnce) {  // E5
  const StackBuilder two =
      StackBuilder(kFrames).layer(motion({bone("上半身", 0, {}, turn(0, 0.1 * kDegrees)),
                                          bone("頭", 0, {}, turn(0, 0.2 * kDegrees))}));
  EXPECT_EQ(bone_mixes(two.stack()).size(), 2U);
  EXPECT_NEAR(pose_of(two, "上半身", 0)->rotation.x, 0.049979, 1e-6);
  EXPECT_NEAR(pose_of(two, "頭", 0)->rotation.x, 0.099833, 1e-6);
}

TEST(EvaluatorVectors, TranslationsGoStraight) {  // E7, E8
  const StackBuilder one =
      StackBuilder(kFrames).layer(motion({bone("腰", 0), bone("腰", 10, {1, 2, 3})}));
  EXPECT_EQ(pose_of(one, "腰", 0)->translation, DVec3(0, 0, 0));
  EXPECT_EQ(pose_of(one, "腰", 10)->translation, DVec3(1, 2, 3));
  const StackBuilder two =
      StackBuilder(kFrames).layer(motion({bone("腰", 0), bone("腰", 10, {10, 20, 30})}));
  EXPECT_LT(glm::length(pose_of(two, "腰", 5)->translation - DVec3(5, 10, 15)), 1e-9);
}

TEST(EvaluatorVectors, LaterFramesTurnFurther) {  // E10, E11
  const StackBuilder yaw = StackBuilder(kFrames).layer(turning(1, 0.5));
  EXPECT_LT(pose_of(yaw, "頭", 3)->rotation.y, pose_of(yaw, "頭", 7)->rotation.y);
  StackBuilder ease(kFrames);
  ease.layer(turning(0, 1, 10, {20, 40, 80, 107}));
  expect_rotation(pose_of(ease, "頭", 5), axis_turn(0, 0.638862 * kDegrees), 1e-5);
  ease.curves(CurveSolver::kBisect15);
  expect_rotation(pose_of(ease, "頭", 5), DQuat(0.949412, 0.314035, 0, 0), 3e-6);
}

TEST(EvaluatorVectors, TwoEqualLayersAreOne) {  // E12
  const Vmd layer =
      motion({bone("腰", 0, {}, turn(1, 20)), bone("腰", 10, {5, 5, 5}, turn(1, 20))});
  const auto pose = pose_of(StackBuilder(kFrames).layer(layer).layer(layer), "腰", 5);
  expect_rotation(pose, axis_turn(1, 20), 1e-6);
  EXPECT_LT(glm::length(pose->translation - DVec3(2.5, 2.5, 2.5)), 1e-9);
}

TEST(EvaluatorVectors, PitchAndYawMeetBetween) {  // E13
  const double quarter = std::numbers::pi / 2;
  for (const BlendMode mode : {BlendMode::kMean, BlendMode::kComposite}) {
    StackBuilder both(kFrames);
    both.mode(mode).layer(turning(0, quarter)).layer(turning(1, quarter));
    expect_rotation(pose_of(both, "頭", 5), DQuat(0.959683, 0.198757, 0.198757, 0), 3e-6);
  }
}

TEST(EvaluatorVectors, ThreeLayersByTheirWeights) {  // E14, corrected
  const auto layer = [](int axis, double radians, float x, CurveHandles handles) {
    return motion(
        {bone("頭", 0), bone("頭", 10, {x, 0, 0}, turn(axis, radians * kDegrees), handles)});
  };
  StackBuilder three(kFrames);
  three.curves(CurveSolver::kBisect15)
      .layer(layer(0, 0.5, 10, {}), ",weight=0.5")
      .layer(layer(1, 0.4, 20, {20, 40, 80, 107}), ",weight=0.3")
      .layer(layer(2, 0.3, 30, {}), ",weight=0.2");
  expect_rotation(pose_of(three, "頭", 5), DQuat(0.997188, 0.062567, 0.038411, 0.015050), 3e-6);
  EXPECT_NEAR(pose_of(three, "頭", 5)->translation.x, 9.333277, 1e-5);
  three.mode(BlendMode::kComposite);
  expect_rotation(pose_of(three, "頭", 5), DQuat(0.997186, 0.062593, 0.038436, 0.015020), 3e-6);
  EXPECT_NEAR(pose_of(three, "頭", 5)->translation.x, 9.333277, 1e-5);
}

TEST(EvaluatorVectors, AShortLayerHoldsItsEnd) {  // E15, E16
  const Vmd pitch = turning(0, 1, 30), yaw = turning(1, 0.5, 10);
  StackBuilder both(kFrames);
  both.curves(CurveSolver::kBisect15).layer(pitch).layer(yaw);
  expect_rotation(pose_of(both, "頭", 25), DQuat(0.969717, 0.208380, 0.127385, 0), 3e-6);
  expect_rotation(pose_of(StackBuilder(kFrames).layer(yaw), "頭", 25),
                  DQuat(0.968912, 0, 0.247404, 0), 3e-6);
  const Vmd late = motion({bone("頭", 20), bone("頭", 30, {}, turn(2, 60))});
  StackBuilder early_and_late(kFrames);
  early_and_late.layer(turning(0, 1), ",weight=0.5").layer(late, ",weight=0.5");
  expect_rotation(pose_of(early_and_late, "頭", 5), axis_turn(0, 0.25 * kDegrees), 1e-6);
}

TEST(EvaluatorVectors, WeightsDecide) {  // E17, E18, E19
  const Vmd pitch = turning(0, 1), yaw = turning(1, 1), roll = turning(2, 1);
  const auto alone = pose_of(StackBuilder(kFrames).layer(pitch), "頭", 5);
  const auto zero = pose_of(StackBuilder(kFrames).layer(pitch).layer(yaw, ",weight=0"), "頭", 5);
  EXPECT_EQ(zero->rotation, alone->rotation);
  const auto light =
      pose_of(StackBuilder(kFrames).layer(pitch).layer(yaw, ",weight=0.001"), "頭", 5);
  EXPECT_GT(std::abs(glm::dot(light->rotation, alone->rotation)), 0.9999999);
  for (const BlendMode mode : {BlendMode::kMean, BlendMode::kComposite}) {
    StackBuilder heavy(kFrames);
    heavy.mode(mode).layer(yaw, ",weight=2").layer(roll, ",weight=2");
    expect_rotation(pose_of(heavy, "頭", 5), DQuat(0.984088, 0, 0.125639, 0.125639), 3e-6);
  }
}

TEST(EngineFacts, ALayerWithoutTheBoneTakesNoPartInItsRotation) {
  const Vmd a = turning(1, std::numbers::pi / 2, 1), b = motion({bone("首", 0)});
  for (const auto& [weight, degrees] : {std::pair{1.0, 90.0}, {0.8, 72.0}, {0.5, 45.0}}) {
    StackBuilder both(kFrames);
    both.mode(BlendMode::kComposite)
        .layer(a, ",weight=" + std::to_string(weight))
        .layer(b, ",weight=0.5");
    // The engine divides by the weights of layers that lack the bone too; ours is per bone.
    expect_rotation(pose_of(both, "頭", 5), axis_turn(1, degrees), 1e-6);
  }
}

TEST(EngineFacts, TheMissingShareOfACompositeGoesToRest) {
  StackBuilder both(kFrames);
  both.mode(BlendMode::kComposite)
      .layer(motion({bone("頭", 0, {8, 0, 0}, turn(1, 80))}), ",weight=0.25")
      .layer(motion({bone("頭", 0, {4, 0, 0}, turn(1, 40))}), ",weight=0.25");
  const auto pose = pose_of(both, "頭", 5);
  expect_rotation(pose, axis_turn(1, 30), 1e-6);
  EXPECT_NEAR(pose->translation.x, 3, 1e-6);
}

TEST(EngineFacts, ALayerThatKeysRestHoldsRest) {
  // The engine loses such a layer; here it is a layer like any other.
  StackBuilder both(kFrames);
  both.layer(turning(1, 1, 1)).layer(motion({bone("頭", 0)}));
  expect_rotation(pose_of(both, "頭", 5), axis_turn(1, 0.5 * kDegrees), 1e-6);
}

TEST(EngineFacts, ARotationTrackAndAMovableOneBlendTogether) {
  StackBuilder both(kFrames);
  both.layer(motion({bone("頭", 0, {}, turn(1, 90))}), ",weight=0.5")
      .layer(motion({bone("頭", 0, {0, 6, 0})}), ",weight=0.5");
  const auto pose = pose_of(both, "頭", 0);
  expect_rotation(pose, axis_turn(1, 45), 1e-6);
  EXPECT_NEAR(pose->translation.y, 3, 1e-6);
}

TEST(EngineFacts, ABoneGoesHomeWhenItsLayerEnds) {
  StackBuilder ended(kFrames);
  ended.layer(motion({bone("センター", 0, {9, 0, 0})}), ",range=0:10");
  EXPECT_EQ(pose_of(ended, "センター", 0)->translation.x, 9);
  EXPECT_EQ(pose_of(ended, "センター", 11)->translation.x, 0);
}

}  // namespace
}  // namespace mmdkit
