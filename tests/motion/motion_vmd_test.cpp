#include "motion/motion_vmd.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

using test::bone;

Result<BuiltMotion> build(const Vmd& vmd, const MotionOptions& options = {}) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  return build_motion(vmd, options, *codec);
}

TEST(BuildMotion, OfSeveralKeysOnAFrameTheLastInTheFileCounts) {
  const auto built = build(test::motion(
      {bone("頭", 5, {1, 0, 0}), bone("頭", 0), bone("頭", 5, {2, 0, 0}), bone("首", 5)}));
  ASSERT_EQ(built->motion.bones.size(), 2U);
  const BoneTrack& head = built->motion.bones[0];
  EXPECT_EQ(head.frames, (std::vector<std::uint32_t>{0, 5}));
  EXPECT_EQ(head.translations[1].x, 2);
  EXPECT_EQ(head.records, (std::vector<std::uint32_t>{1, 2})) << "each key knows its record";
}

TEST(BuildMotion, NormalisesRotationsOnce) {
  const auto built =
      build(test::motion({bone("頭", 0, {}, {0.5F, 0, 0, 0.5F}), bone("首", 0, {}, {0, 0, 0, 0})}));
  EXPECT_NEAR(built->motion.bones[0].rotations[0].x, 0.70710678F, 1e-7F);
  EXPECT_EQ(built->motion.bones[1].rotations[0], Quat(1, 0, 0, 0)) << "zero is no rotation";
}

TEST(BuildMotion, RefusesNumbersThatAreNotFinite) {
  Vmd vmd = test::motion({bone("首", 0), bone("頭", 7)});
  vmd.bone_keys[1].rotation[2] = std::numeric_limits<float>::quiet_NaN();
  const auto built = build(vmd);
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error().code, ErrorCode::kMalformed);
  EXPECT_EQ(built.error().message, "bone key 1 (頭, frame 7): a number is not finite");
  auto codec = NameCodec::open(NameEncoding::kCp932);
  MotionOptions options;
  const std::string neck[] = {"首"};
  options.bones = *Selection::compile(neck, *codec);
  EXPECT_TRUE(build(vmd, options)) << "a bone that is not taken may hold anything";
  Vmd face = test::motion({}, {test::morph("あ", 0, std::numeric_limits<float>::infinity())});
  EXPECT_EQ(build(face).error().message, "morph key 0 (あ, frame 0): a number is not finite");
}

TEST(BuildMotion, CanBeginTracksAtRestAsMmdDoes) {
  MotionOptions options;
  options.origin_key = true;
  const auto built = build(test::motion({bone("頭", 10, {1, 2, 3}), bone("首", 0, {4, 5, 6})},
                                        {test::morph("あ", 10, 1)}),
                           options);
  EXPECT_EQ(built->motion.bones[0].frames, (std::vector<std::uint32_t>{0, 10}));
  EXPECT_EQ(built->motion.bones[0].translations[0], Vec3(0));
  EXPECT_EQ(built->motion.bones[0].records[0], kNoRecord);
  EXPECT_EQ(built->motion.bones[1].frames.size(), 1U) << "a key is there already";
  EXPECT_EQ(built->motion.morphs[0].weights, (std::vector<float>{0, 1}));
}

TEST(BuildMotion, ASelectionOfBonesHoldsForTheirIkSwitchesToo) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  MotionOptions options;
  const std::string left[] = {"左*"};
  options.bones = *Selection::compile(left, *codec);
  const auto built =
      build(test::motion({bone("左足ＩＫ", 0), bone("頭", 0), bone("頭", 1)}, {},
                         {test::property(0, true, {{"左足ＩＫ", false}, {"右足ＩＫ", false}})}),
            options);
  EXPECT_EQ(built->motion.bones.size(), 1U);
  EXPECT_EQ(built->selections.dropped_bones, 1U);
  EXPECT_EQ(built->selections.dropped_bone_keys, 2U);
  ASSERT_EQ(built->motion.properties.ik.size(), 1U);
  EXPECT_EQ(built->motion.properties.ik[0].name, test::cp932("左足ＩＫ"));
}

TEST(BuildMotion, KnowsTheLastFrameOfTheWholeFile) {
  Vmd vmd = test::motion({bone("頭", 10)});
  vmd.camera_keys = {test::camera(300)};
  EXPECT_EQ(build(vmd)->motion.last_frame, 300U);
  EXPECT_EQ(build(test::motion({}))->motion.last_frame, 0U);
}

}  // namespace
}  // namespace mmdkit
