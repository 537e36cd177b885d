#include "motion/blend.h"

#include <gtest/gtest.h>

#include <cmath>

#include "motion/rotation.h"
#include "support/rotations.h"

namespace mmdkit {
namespace {

using test::angle_between;
using test::axis_turn;
using test::random_rotation;

struct Input {
  double value, weight;
};

/// Angle about Y in degrees and x of a blend whose layers turn and move by the same number.
std::pair<double, double> blended(BlendMode mode, const std::vector<Input>& inputs,
                                  const BonePose* base) {
  std::vector<WeightedPose> layers;
  for (const Input& input : inputs)
    if (input.weight > 0)
      layers.push_back({{{input.value, 0, 0}, axis_turn(1, input.value), true}, input.weight});
  const BonePose pose = blend(mode, base, layers);
  return {2 * std::atan2(pose.rotation.y, pose.rotation.w) * 180 / std::numbers::pi,
          pose.translation.x};
}

// The comparison of the blending rules: base at 0, rotation and translation give the same figures.
TEST(Blend, MatchesTheTableOfRules) {
  struct Row {
    std::vector<Input> layers;
    double normalized, sequential, mean;
  };
  const Row rows[] = {
      {{{10, .5}}, 3.3333, 5, 5},
      {{{10, 1}}, 5, 10, 10},
      {{{10, .8}, {20, .6}}, 8.3333, 11.8367, 14.2857},
      {{{20, .6}, {10, .8}}, 8.3333, 11.8367, 14.2857},  // heavier first, whatever the stack says
      {{{10, .3}, {20, .2}}, 4.6667, 6.4, 7},
      {{{10, .5}, {20, .3}, {30, .2}}, 8.5, 13.6, 17},
      {{{10, 1}, {20, 1}, {30, 1}}, 15, 15.9259, 20},
      {{{10, 0}, {20, 0}}, 0, 0, 0},
  };
  const BonePose at_rest;
  for (const BonePose* base : {static_cast<const BonePose*>(nullptr), &at_rest})
    for (const Row& row : rows)
      for (const auto& [mode, expected] : {std::pair{BlendMode::kNormalized, row.normalized},
                                           {BlendMode::kSequential, row.sequential},
                                           {BlendMode::kMean, row.mean}}) {
        const auto [angle, x] = blended(mode, row.layers, base);
        EXPECT_NEAR(angle, expected, 1e-4);
        EXPECT_NEAR(x, expected, 1e-4);
      }
}

// The engine's rule: spans keep their weights below a sum of 1, and the missing share goes to rest.
TEST(Blend, CompositeTreatsTheBaseAsASpan) {
  const BonePose base{{40, 0, 0}, axis_turn(1, 40), true};
  EXPECT_NEAR(blended(BlendMode::kComposite, {{10, .5}}, nullptr).first, 5, 1e-9);
  EXPECT_NEAR(blended(BlendMode::kComposite, {{10, .5}}, nullptr).second, 5, 1e-9);
  EXPECT_NEAR(blended(BlendMode::kComposite, {{10, .3}, {20, .2}}, nullptr).first, 7, 1e-9);
  EXPECT_NEAR(blended(BlendMode::kComposite, {{10, 1}, {20, 1}}, nullptr).first, 15, 1e-9);
  EXPECT_NEAR(blended(BlendMode::kComposite, {{10, 1}}, &base).first, 25, 1e-9)
      << "both spans have weight 1";
  EXPECT_NEAR(blended(BlendMode::kComposite, {{10, 1}}, &base).second, 25, 1e-9);
}

// Measured on babylon-mmd: z 90, x 90 and rest at a third each, in both orders.
TEST(Blend, CompositeDependsOnTheOrderAsTheEngineDoes) {
  const auto layer = [](const DQuat& q) { return WeightedPose{{{0, 0, 0}, q, true}, 1.0 / 3}; };
  const WeightedPose z = layer(axis_turn(2, 90)), x = layer(axis_turn(0, 90)),
                     rest = layer(kIdentity);
  const WeightedPose forward[] = {z, x, rest}, backward[] = {rest, x, z};
  const DQuat f = blend(BlendMode::kComposite, nullptr, forward).rotation;
  const DQuat b = blend(BlendMode::kComposite, nullptr, backward).rotation;
  EXPECT_LT(angle_between(f, normalized({0.917, 0.2821, 0, 0.2821})), 3e-4);
  EXPECT_NEAR(std::abs(f.x), 0.2821, 1e-4);
  EXPECT_NEAR(std::abs(b.x), 0.2739, 1e-4);
  EXPECT_NEAR(std::abs(b.z), 0.2637, 1e-4);
}

TEST(Blend, MatchesTheEvaluatorVectors) {  // E13, E14, E18, E19
  const double degrees = 180 / std::numbers::pi;
  const auto expect_rotation = [](const BonePose& pose, DQuat expected) {
    EXPECT_LT(angle_between(pose.rotation, expected), 3e-6);
  };
  const WeightedPose e13[] = {{{{}, axis_turn(0, 45), true}, 1}, {{{}, axis_turn(1, 45), true}, 1}};
  expect_rotation(blend(BlendMode::kMean, nullptr, e13), DQuat(0.959683, 0.198757, 0.198757, 0));
  const double ease = 0.638862;
  const WeightedPose e14[] = {{{{5, 0, 0}, axis_turn(0, 0.25 * degrees), true}, 0.5},
                              {{{20 * ease, 0, 0}, axis_turn(1, 0.4 * ease * degrees), true}, 0.3},
                              {{{15, 0, 0}, axis_turn(2, 0.15 * degrees), true}, 0.2}};
  expect_rotation(blend(BlendMode::kComposite, nullptr, e14),
                  DQuat(0.997186, 0.062593, 0.038436, 0.015020));
  expect_rotation(blend(BlendMode::kMean, nullptr, e14),
                  DQuat(0.997188, 0.062567, 0.038411, 0.015050));
  EXPECT_NEAR(blend(BlendMode::kMean, nullptr, e14).translation.x, 9.33317, 1e-4);
  const WeightedPose e19[] = {{{{}, axis_turn(1, 0.5 * degrees), true}, 2},
                              {{{}, axis_turn(2, 0.5 * degrees), true}, 2}};
  expect_rotation(blend(BlendMode::kMean, nullptr, e19), DQuat(0.984088, 0, 0.125639, 0.125639));
  const WeightedPose e18[] = {{{{}, axis_turn(0, 45), true}, 1},
                              {{{}, axis_turn(1, 45), true}, 0.001}};
  EXPECT_GT(std::abs(glm::dot(blend(BlendMode::kMean, nullptr, e18).rotation, axis_turn(0, 45))),
            0.999);
}

TEST(Blend, TakesTheSwitchOfTheLargestShare) {
  const auto layer = [](double weight, bool on) {
    return WeightedPose{{{}, kIdentity, on}, weight};
  };
  const BonePose base{{}, kIdentity, true};
  const WeightedPose small[] = {layer(0.3, false)}, equal[] = {layer(0.5, false)},
                     two[] = {layer(0.4, true), layer(0.4, false)};
  EXPECT_TRUE(blend(BlendMode::kMean, &base, small).physics_on) << "the base has 0.7";
  EXPECT_FALSE(blend(BlendMode::kMean, &base, equal).physics_on) << "of equals the later";
  EXPECT_FALSE(blend(BlendMode::kMean, nullptr, small).physics_on) << "rest has no switch";
  EXPECT_FALSE(blend(BlendMode::kMean, &base, two).physics_on);
  EXPECT_TRUE(blend(BlendMode::kNormalized, &base, small).physics_on);
}

TEST(Blend, AdditiveLayersAddTheirChange) {  // LAYR-01
  const BonePose pose{{1, 2, 3}, axis_turn(0, 30), false};
  const BonePose layer{{5, 0, 0}, axis_turn(0, 30), true};
  const BonePose sum = add(pose, layer, BonePose{}, 0.5);
  EXPECT_LT(angle_between(sum.rotation, axis_turn(0, 45)), 1e-12);
  EXPECT_EQ(sum.translation, DVec3(3.5, 2, 3));
  EXPECT_FALSE(sum.physics_on);
  const BonePose same = add(pose, layer, layer, 1);
  EXPECT_LT(angle_between(same.rotation, pose.rotation), 1e-12)
      << "no change against its reference";
}

TEST(Blend, ObeysTheLawsOfLayering) {
  test::Random random(71);
  for (int round = 0; round < 500; ++round) {
    SCOPED_TRACE("seed 71, round " + std::to_string(round));
    const auto pose = [&] {
      return BonePose{
          {random.between(-9, 9), random.between(-9, 9), 0}, random_rotation(random), true};
    };
    const BonePose base = pose();
    const WeightedPose a{pose(), random.between(0.1, 1.5)}, b{pose(), random.between(0.1, 1.5)};
    const WeightedPose full{a.pose, 1};
    const WeightedPose ab[] = {a, b}, ba[] = {b, a}, alone[] = {full}, twice[] = {full, full};
    // Full weight is the layer, and a second copy of it changes nothing.
    const BonePose one = blend(BlendMode::kMean, &base, alone);
    ASSERT_EQ(one.translation, a.pose.translation);
    ASSERT_LT(angle_between(one.rotation, a.pose.rotation), 1e-12);
    ASSERT_LT(angle_between(blend(BlendMode::kMean, &base, twice).rotation, a.pose.rotation),
              1e-12);
    // No layer is the base, to the bit.
    ASSERT_EQ(blend(BlendMode::kMean, &base, {}).rotation, base.rotation);
    // Order and signs.
    const BonePose forward = blend(BlendMode::kMean, &base, ab),
                   backward = blend(BlendMode::kMean, &base, ba);
    ASSERT_EQ(forward.rotation, backward.rotation);
    WeightedPose negated[] = {a, b};
    negated[1].pose.rotation = -b.pose.rotation;
    ASSERT_LT(angle_between(blend(BlendMode::kMean, &base, negated).rotation, forward.rotation),
              1e-12);
    if (a.weight != b.weight) {
      ASSERT_EQ(blend(BlendMode::kSequential, &base, ab).rotation,
                blend(BlendMode::kSequential, &base, ba).rotation);
    }
    for (const BlendMode mode :
         {BlendMode::kMean, BlendMode::kSequential, BlendMode::kNormalized, BlendMode::kComposite})
      ASSERT_NEAR(glm::length(blend(mode, &base, ab).rotation), 1, 1e-9);
  }
}

TEST(Blend, MorphsFollowTheSameRules) {
  const double base = 0.2;
  const WeightedValue two[] = {{1.0, 0.3}, {0.5, 0.2}};
  EXPECT_NEAR(blend(BlendMode::kMean, &base, two), 0.2 * 0.5 + 0.3 + 0.1, 1e-12);
  EXPECT_NEAR(blend(BlendMode::kNormalized, &base, two), (0.2 + 0.3 + 0.1) / 1.5, 1e-12);
  EXPECT_NEAR(blend(BlendMode::kSequential, &base, two), (0.2 * 0.7 + 0.3) * 0.8 + 0.1, 1e-12);
  EXPECT_NEAR(blend(BlendMode::kComposite, nullptr, two), 0.4, 1e-12);
  EXPECT_EQ(blend(BlendMode::kMean, &base, {}), base);
  EXPECT_EQ(blend(BlendMode::kMean, nullptr, std::span<const WeightedValue>{}), 0);
}

}  // namespace
}  // namespace mmdkit
