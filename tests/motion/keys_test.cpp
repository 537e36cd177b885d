#include "motion/keys.h"

#include <gtest/gtest.h>

#include <cmath>

#include "motion/rotation.h"
#include "support/rotations.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

using test::axis_turn;

TEST(Keys, ABoneKeyHoldsThePoseAndIsLinear) {
  const BonePose pose{{1.5, -2, 0.25}, axis_turn(1, 90), false};
  const VmdBoneKey key = make_bone_key("abc", 12, pose, nullptr);
  EXPECT_EQ(name_bytes(key.name), "abc");
  EXPECT_EQ(key.name, (name_field<kVmdNameBytes>("abc"))) << "zero padded";
  EXPECT_EQ(key.frame, 12U);
  EXPECT_EQ(key.translation, (std::array<float, 3>{1.5F, -2, 0.25F}));
  EXPECT_NEAR(key.rotation[1], std::sqrt(0.5), 1e-7);
  EXPECT_NEAR(key.rotation[3], std::sqrt(0.5), 1e-7);
  EXPECT_EQ(key.interpolation, test::block({}, false));
  EXPECT_EQ(make_bone_key("abc", 12, {}, nullptr).interpolation, test::block({}, true));
}

TEST(Keys, OfBothSignsTheOneNearTheKeyBeforeIsStored) {
  const BonePose pose{{}, axis_turn(0, 200), true};  // w < 0
  const VmdBoneKey first = make_bone_key("a", 0, pose, nullptr);
  EXPECT_GT(first.rotation[3], 0) << "the first key has w above 0";
  const VmdBoneKey turning = make_bone_key("a", 1, {{}, axis_turn(0, 170), true}, nullptr);
  const VmdBoneKey next = make_bone_key("a", 2, pose, &turning);
  EXPECT_GT(next.rotation[0], 0);
  EXPECT_LT(next.rotation[3], 0) << "the short way from the key before, whatever the sign of w";
  const VmdBoneKey again = make_bone_key("a", 2, {{}, -pose.rotation, true}, &turning);
  EXPECT_EQ(again, next) << "the sign that came in means nothing";
}

TEST(Keys, ThereIsNoNegativeZero) {
  const BonePose pose{{-0.0, 0, -0.0}, DQuat(1, -0.0, 0, -0.0), true};
  const VmdBoneKey key = make_bone_key("a", 0, pose, nullptr);
  for (const float c : key.translation) EXPECT_FALSE(std::signbit(c));
  for (const float c : key.rotation) EXPECT_FALSE(std::signbit(c));
  EXPECT_FALSE(std::signbit(make_morph_key("a", 0, -0.0).weight));
}

TEST(Keys, ValuesAreComparedWithoutTheFrame) {
  const VmdBoneKey a = test::bone("頭", 3, {1, 2, 3}, test::turn(0, 30));
  VmdBoneKey b = a;
  b.frame = 9;
  EXPECT_TRUE(same_value(a, b));
  b.translation[2] = std::nextafter(3.0F, 4.0F);
  EXPECT_FALSE(same_value(a, b));
  b = a;
  b.rotation[0] = -b.rotation[0];
  EXPECT_FALSE(same_value(a, b));
  b = a;
  b.interpolation = test::block({}, false);
  EXPECT_FALSE(same_value(a, b)) << "the physics switch is a value too";
  EXPECT_TRUE(same_value(test::morph("あ", 1, 0.5F), test::morph("あ", 2, 0.5F)));
  EXPECT_FALSE(same_value(test::morph("あ", 1, 0.5F), test::morph("あ", 1, 0.25F)));
}

std::vector<VmdMorphKey> reduced(const std::vector<float>& values, std::uint32_t first = 0) {
  std::vector<VmdMorphKey> keys;
  StretchReducer<VmdMorphKey> reducer(keys);
  for (const float value : values) reducer.push(test::morph("あ", first++, value));
  return keys;
}

TEST(StretchReducer, KeepsTheEndsOfConstantStretches) {
  struct Case {
    const char* name;
    std::vector<float> values;
    std::vector<std::uint32_t> kept;
  };
  const Case cases[] = {
      {"nothing", {}, {}},
      {"one", {5}, {0}},
      {"two equal", {5, 5}, {0, 1}},
      {"three equal", {5, 5, 5}, {0, 2}},
      {"all differ", {1, 2, 3, 4}, {0, 1, 2, 3}},
      {"a stretch inside", {1, 2, 2, 2, 2, 3}, {0, 1, 4, 5}},
      {"two stretches", {1, 1, 1, 2, 2, 2}, {0, 2, 3, 5}},
      {"a stretch of two", {1, 2, 2, 3, 3, 3, 3}, {0, 1, 2, 3, 6}},
      {"there and back", {1, 1, 1, 2, 1, 1, 1}, {0, 2, 3, 4, 6}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    std::vector<std::uint32_t> frames;
    for (const VmdMorphKey& key : reduced(c.values)) frames.push_back(key.frame);
    EXPECT_EQ(frames, c.kept);
  }
}

// Property: played back linearly, the kept keys give every value again, and none can be left out of
// a stretch without losing its end.
TEST(StretchReducer, WhatIsLeftOutComesBack) {
  test::Random random(401);
  for (int round = 0; round < 500; ++round) {
    std::vector<float> values;
    for (std::uint32_t i = random.below(40); i > 0; --i)
      values.push_back(static_cast<float>(random.below(2)));
    const auto keys = reduced(values);
    std::vector<float> played;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const bool gap = i > 0 && keys[i].frame > keys[i - 1].frame + 1;
      if (gap) {
        ASSERT_EQ(keys[i].weight, keys[i - 1].weight) << "seed 401, round " << round;
      }
      while (played.size() < keys[i].frame) played.push_back(keys[i].weight);
      played.push_back(keys[i].weight);
      if (i > 1) {
        ASSERT_FALSE(keys[i].weight == keys[i - 1].weight && keys[i].weight == keys[i - 2].weight)
            << "seed 401, round " << round << ": the middle one says nothing";
      }
    }
    ASSERT_EQ(played, values) << "seed 401, round " << round;
  }
}

}  // namespace
}  // namespace mmdkit
