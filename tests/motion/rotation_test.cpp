#include "motion/rotation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/rotations.h"

namespace mmdkit {
namespace {

using test::angle_between;
using test::axis_turn;
using test::random_rotation;

TEST(Slerp, MatchesTheReferenceTable) {
  struct Case {
    const char* name;
    DQuat a, b;
    double t;
    DQuat expected;  // w, x, y, z
  };
  const Case cases[] = {
      {"quarter", kIdentity, axis_turn(1, 90), 0.25, {0.980785, 0, 0.195090, 0}},
      {"half", kIdentity, axis_turn(1, 90), 0.5, {0.923880, 0, 0.382683, 0}},
      {"270 is -90", kIdentity, axis_turn(1, 270), 0.5, {0.923880, 0, -0.382683, 0}},
      {"negated", kIdentity, -axis_turn(0, 90), 0.5, {0.923880, 0.382683, 0, 0}},
      {"30 X to 120 Z",
       axis_turn(0, 30),
       axis_turn(2, 120),
       0.3,
       {0.928916, 0.200769, 0, 0.311139}},
      {"30 X to 120 Z",
       axis_turn(0, 30),
       axis_turn(2, 120),
       0.5,
       {0.851200, 0.150285, 0, 0.502864}},
      {"180 X", kIdentity, axis_turn(0, 180), 0.5, {0.707107, 0.707107, 0, 0}},
      {"before", kIdentity, axis_turn(1, 170), -0.5, {0.737277, 0, -0.675590, 0}},
      {"beyond", kIdentity, axis_turn(1, 100), 1.5, {0.258819, 0, 0.965926, 0}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const DQuat q = slerp(c.a, c.b, c.t);
    EXPECT_NEAR(q.w, c.expected.w, 1e-6);
    EXPECT_NEAR(q.x, c.expected.x, 1e-6);
    EXPECT_NEAR(q.y, c.expected.y, 1e-6);
    EXPECT_NEAR(q.z, c.expected.z, 1e-6);
  }
}

TEST(Rotation, LogAndExpUndoEachOther) {
  test::Random random(31);
  for (int i = 0; i < 2000; ++i) {
    const DQuat q = random_rotation(random);
    ASSERT_LT(angle_between(rotation_exp(rotation_log(q)), q), 1e-12) << "seed 31, round " << i;
  }
  for (const double angle : {0.0, 1e-12, 1e-5, 0.0499, 0.0501, 3.14159}) {
    const DVec3 v{angle, 0, 0};
    EXPECT_NEAR(rotation_exp(v).x, std::sin(angle / 2), 1e-15) << angle;
    EXPECT_NEAR(rotation_exp(v).w, std::cos(angle / 2), 1e-15) << angle;
    EXPECT_NEAR(rotation_log(rotation_exp(v)).x, angle, 1e-12) << angle;
  }
}

TEST(Rotation, PowerScalesTheAngle) {
  EXPECT_LT(angle_between(rotation_power(axis_turn(0, 40), 0.5), axis_turn(0, 20)), 1e-12);
  EXPECT_LT(angle_between(rotation_power(axis_turn(0, 40), -1), axis_turn(0, -40)), 1e-12);
  EXPECT_LT(angle_between(rotation_power(axis_turn(0, 40), 2.5), axis_turn(0, 100)), 1e-12);
  EXPECT_LT(angle_between(rotation_power(axis_turn(0, 190), 0.5), axis_turn(0, -85)), 1e-12)
      << "shortest arc";
}

std::vector<WeightedRotation> random_set(test::Random& random, std::size_t count, double spread) {
  const DQuat center = random_rotation(random);
  std::vector<WeightedRotation> set;
  for (std::size_t i = 0; i < count; ++i) {
    const DVec3 v{random.between(-spread, spread), random.between(-spread, spread),
                  random.between(-spread, spread)};
    set.push_back({center * rotation_exp(v), random.between(0.05, 1.2)});
    if (random.chance(0.5)) set.back().rotation = -set.back().rotation;
  }
  return set;
}

// At the minimum of the sum of w angle^2 its derivative, -2 sum w log(m^-1 q), is zero.
TEST(MeanRotation, MeetsTheConditionOfAMinimum) {
  test::Random random(41);
  for (int round = 0; round < 2000; ++round) {
    auto set = random_set(random, 2 + random.below(7), 0.9);
    const DQuat mean = mean_rotation(set);
    DVec3 pull{0, 0, 0};
    double total = 0;
    for (const WeightedRotation& each : set) {
      pull += rotation_log(glm::conjugate(mean) * each.rotation) * each.weight;
      total += each.weight;
    }
    ASSERT_LT(glm::length(pull / total), 1e-8) << "seed 41, round " << round;
    ASSERT_NEAR(glm::length(mean), 1, 1e-12);
  }
}

// The definition to the letter, without the shortcuts.
DQuat slow_mean(const std::vector<WeightedRotation>& set) {
  double total = 0;
  DQuat m = set[0].rotation;
  for (const WeightedRotation& each : set) total += each.weight;
  for (int i = 0; i < 2000; ++i) {
    DVec3 step{0, 0, 0};
    for (const WeightedRotation& each : set)
      step += rotation_log(glm::conjugate(m) * each.rotation) * (each.weight / total);
    m = normalized(m * rotation_exp(step * 0.5));
  }
  return m;
}

TEST(MeanRotation, AgreesWithTheSlowIteration) {
  test::Random random(43);
  for (int round = 0; round < 60; ++round) {
    auto set = random_set(random, 3 + random.below(4), 0.8);
    const DQuat expected = slow_mean(set);
    ASSERT_LT(angle_between(mean_rotation(set), expected), 1e-8) << "seed 43, round " << round;
  }
}

TEST(MeanRotation, DoesNotDependOnOrderOrSigns) {
  test::Random random(47);
  for (int round = 0; round < 500; ++round) {
    // Far apart too, where the mean is ill defined: the answer still must not depend on the order.
    auto set = random_set(random, 2 + random.below(4), round % 2 == 0 ? 0.8 : 3.0);
    auto other = set;
    std::reverse(other.begin(), other.end());
    if (other.size() > 2) std::swap(other[0], other[1]);
    for (WeightedRotation& each : other)
      if (random.chance(0.5)) each.rotation = -each.rotation;
    const DQuat a = mean_rotation(set), b = mean_rotation(other);
    ASSERT_EQ(a, b) << "seed 47, round " << round;
    ASSERT_TRUE(std::isfinite(a.w) && std::isfinite(a.x));
  }
}

TEST(MeanRotation, OfOneIsItselfAndOfTwoTheirSlerp) {
  WeightedRotation one[] = {{axis_turn(0, 50), 0.3}};
  EXPECT_EQ(mean_rotation(one), axis_turn(0, 50));
  WeightedRotation two[] = {{axis_turn(0, 20), 1}, {axis_turn(0, 80), 3}};
  EXPECT_LT(angle_between(mean_rotation(two), axis_turn(0, 65)), 1e-12);
  WeightedRotation same[] = {
      {axis_turn(2, 70), 0.1}, {axis_turn(2, 70), 0.5}, {axis_turn(2, 70), 2}};
  EXPECT_LT(angle_between(mean_rotation(same), axis_turn(2, 70)), 1e-12);
}

TEST(MeanRotation, TurnsWithItsInputs) {
  test::Random random(53);
  for (int round = 0; round < 100; ++round) {
    auto set = random_set(random, 4, 0.7);
    auto turned = set;
    const DQuat turn = random_rotation(random);
    for (WeightedRotation& each : turned) each.rotation = turn * each.rotation;
    ASSERT_LT(angle_between(turn * mean_rotation(set), mean_rotation(turned)), 1e-8)
        << "round " << round;
  }
}

}  // namespace
}  // namespace mmdkit
