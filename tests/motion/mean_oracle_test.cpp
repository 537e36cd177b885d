#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "motion/layer_oracle.h"
#include "motion/rotation.h"
#include "support/rotations.h"

namespace mmdkit {
namespace {

using test::angle_between;
using test::axis_turn;
using test::Random;
using test::random_rotation;

using Set = std::vector<WeightedRotation>;

/// `count` rotations within `reach` radians of one of any kind, with either sign.
Set random_set(Random& random, std::size_t count, double reach) {
  const DQuat center = random_rotation(random);
  Set set;
  for (std::size_t i = 0; i < count; ++i) {
    const DQuat away = rotation_power(random_rotation(random), random.between(0, reach / 3.2));
    const double sign = random.chance(0.5) ? 1 : -1;
    set.push_back({center * away * sign, random.between(0.01, 1.5)});
  }
  return set;
}

test::SlowQuat slow(const DQuat& q) {
  return {q.w, q.x, q.y, q.z};
}

std::vector<test::SlowWeighted> slow(const Set& set) {
  std::vector<test::SlowWeighted> result;
  for (const WeightedRotation& each : set) result.push_back({slow(each.rotation), each.weight});
  return result;
}

DQuat mean_of(Set set) {  // by value: the function reorders what it is given
  return mean_rotation(set);
}

DVec3 pull_at(const DQuat& mean, const Set& set) {
  DVec3 pull{0, 0, 0};
  double total = 0;
  for (const WeightedRotation& each : set) {
    pull += rotation_log(glm::conjugate(mean) * each.rotation) * each.weight;
    total += each.weight;
  }
  return pull / total;
}

TEST(MeanOracle, MakesTheSumOfSquaredAnglesLeast) {
  Random random(211);
  for (const std::size_t count : {1U, 2U, 3U, 8U})
    for (int round = 0; round < 150; ++round) {
      SCOPED_TRACE("seed 211, " + std::to_string(count) + " rotations, round " +
                   std::to_string(round));
      const Set set = random_set(random, count, 1.5);
      const auto slow_set = slow(set);
      const DQuat mean = mean_of(set);
      const double least = test::spread_about(slow(mean), slow_set);
      // Pattern search: no small turn from there makes it smaller.
      for (int axis = 0; axis < 3; ++axis)
        for (const double degrees : {-10.0, -0.1, -0.001, 0.001, 0.1, 10.0}) {
          const DQuat aside = mean * axis_turn(axis, degrees);
          ASSERT_GE(test::spread_about(slow(aside), slow_set), least - 1e-13);
        }
      const auto descended = test::slow_mean(slow_set);
      ASSERT_LE(least, test::spread_about(descended, slow_set) + 1e-13);
      ASSERT_LT(glm::length(pull_at(mean, set)), 1e-8);
      ASSERT_NEAR(glm::length(mean), 1, 1e-12);
    }
}

TEST(MeanOracle, EveryOrderAndSignGivesTheSameBits) {
  Random random(223);
  for (int round = 0; round < 200; ++round) {
    Set set = random_set(random, 4, round % 2 == 0 ? 1.5 : 3.2);
    if (round % 5 == 0) set[2].rotation = set[3].rotation = set[1].rotation;
    const DQuat first = mean_of(set);
    const auto before = [](const WeightedRotation& a, const WeightedRotation& b) {
      return a.weight < b.weight;
    };
    std::ranges::sort(set, before);
    do {
      for (WeightedRotation& each : set)
        if (random.chance(0.5)) each.rotation = -each.rotation;
      ASSERT_EQ(mean_of(set), first) << "seed 223, round " << round;
    } while (std::next_permutation(set.begin(), set.end(), before));
  }
}

TEST(MeanOracle, TurnsWithItsInputsFromEitherSide) {
  Random random(227);
  for (int round = 0; round < 200; ++round) {
    const Set set = random_set(random, 3 + random.below(4), 1.4);
    const DQuat turn = random_rotation(random), mean = mean_of(set);
    Set left = set, right = set, inverse = set;
    for (WeightedRotation& each : left) each.rotation = turn * each.rotation;
    for (WeightedRotation& each : right) each.rotation = each.rotation * turn;
    for (WeightedRotation& each : inverse) each.rotation = glm::conjugate(each.rotation);
    ASSERT_LT(angle_between(mean_of(left), turn * mean), 1e-8) << "seed 227, round " << round;
    ASSERT_LT(angle_between(mean_of(right), mean * turn), 1e-8) << "seed 227, round " << round;
    ASSERT_LT(angle_between(mean_of(inverse), glm::conjugate(mean)), 1e-8) << "round " << round;
  }
}

TEST(MeanOracle, OnlyTheProportionOfTheWeightsCounts) {
  Random random(229);
  for (int round = 0; round < 200; ++round) {
    const Set set = random_set(random, 3, 1.4);
    Set doubled = set, repeated = set;
    for (WeightedRotation& each : doubled) each.weight *= 7.5;
    ASSERT_LT(angle_between(mean_of(doubled), mean_of(set)), 1e-9) << "seed 229, round " << round;
    // Weight 2 is the same as being there twice.
    Set heavy = set;
    heavy[1].weight *= 2;
    repeated.push_back(set[1]);
    ASSERT_LT(angle_between(mean_of(heavy), mean_of(repeated)), 1e-8) << "round " << round;
  }
}

TEST(MeanOracle, AboutOneAxisItIsTheMeanOfTheAngles) {
  Random random(233);
  for (int round = 0; round < 200; ++round) {
    Set set;
    double sum = 0, total = 0;
    for (int i = 0; i < 5; ++i) {
      const double degrees = random.between(-80, 80), weight = random.between(0.1, 2);
      set.push_back({axis_turn(1, degrees), weight});
      sum += degrees * weight;
      total += weight;
    }
    ASSERT_LT(angle_between(mean_of(set), axis_turn(1, sum / total)), 1e-8) << "round " << round;
  }
}

TEST(MeanOracle, OppositeAndEqualInputsGiveAUnitQuaternion) {
  const DQuat x180 = axis_turn(0, 180), y180 = axis_turn(1, 180), z180 = axis_turn(2, 180);
  const DQuat nearly = axis_turn(0, 180 - 1e-9);
  const std::vector<std::vector<DQuat>> cases = {
      {kIdentity, x180},
      {kIdentity, nearly, x180},
      {kIdentity, x180, y180, z180},
      {x180, y180, z180},
      {axis_turn(1, 0), axis_turn(1, 120), axis_turn(1, 240)},
      {kIdentity, -kIdentity, kIdentity},
      {x180, -x180, x180, x180, x180, x180, x180, x180},
      {nearly, axis_turn(0, -180 + 1e-9), nearly},
  };
  for (const auto& rotations : cases) {
    Set set;
    for (const DQuat& q : rotations) set.push_back({q, 0.5});
    const DQuat mean = mean_of(set);
    EXPECT_NEAR(glm::length(mean), 1, 1e-12) << "case " << &rotations - cases.data();
    std::ranges::reverse(set);
    EXPECT_EQ(mean_of(set), mean) << "case " << &rotations - cases.data();
  }
}

// Any weight above 0 is allowed, and a fade passes through small ones.
TEST(MeanOracle, WeightsMayBeOfAnySize) {
  for (const double scale : {1e-300, 1e-160, 1e-110, 1e-20, 1e20, 1e110, 1e160, 1e300}) {
    const Set set = {{axis_turn(0, 20), 1 * scale},
                     {axis_turn(0, 50), 2 * scale},
                     {axis_turn(0, -10), 1 * scale}};
    EXPECT_LT(angle_between(mean_of(set), axis_turn(0, 27.5)), 1e-8) << scale;
  }
}

TEST(MeanOracle, ALightVoiceHardlyCounts) {
  const Set set = {{axis_turn(0, 20), 1}, {axis_turn(0, 50), 1e-9}, {axis_turn(1, 70), 1e-12}};
  EXPECT_LT(angle_between(mean_of(set), axis_turn(0, 20)), 1e-8);
}

}  // namespace
}  // namespace mmdkit
