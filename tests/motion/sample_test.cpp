#include "motion/sample.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "motion/motion_vmd.h"
#include "support/rotations.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

using test::angle_between;
using test::axis_turn;
using test::bone;
using test::turn;

Motion build(const Vmd& vmd, bool origin_key = false) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  MotionOptions options;
  options.origin_key = origin_key;
  auto built = build_motion(vmd, options, *codec);
  EXPECT_TRUE(built) << (built ? "" : built.error().message);
  return std::move(built->motion);
}

BonePose at(const BoneTrack& track, double frame, CurveSolver solver = CurveSolver::kExact) {
  std::size_t hint = 0;
  return sample(track, frame, solver, hint);
}

void expect_pose(const BonePose& pose, DVec3 translation, DQuat rotation) {
  EXPECT_NEAR(pose.translation.x, translation.x, 1e-4);
  EXPECT_NEAR(pose.translation.y, translation.y, 1e-4);
  EXPECT_NEAR(pose.translation.z, translation.z, 1e-4);
  EXPECT_LT(angle_between(pose.rotation, rotation), 4e-6) << "of six printed decimals";
}

// The worked segment of the reference: the curves are those of the later key.
TEST(Sample, FollowsTheCurvesOfOneSegment) {
  Vmd vmd = test::motion({bone("頭", 10), bone("頭", 20, {10, 20, -30}, turn(1, 90))});
  BoneCurves curves;
  curves.channels = {{{20, 20, 107, 107}, {64, 0, 64, 127}, {0, 127, 0, 127}, {127, 0, 127, 0}}};
  vmd.bone_keys[1].interpolation = encode_bone_curves(curves);
  curves.channels.fill({127, 0, 0, 127});
  vmd.bone_keys[0].interpolation = encode_bone_curves(curves);  // of a segment that does not exist
  const Motion motion = build(vmd);
  const BoneTrack& track = motion.bones.at(0);
  struct Row {
    double frame;
    DVec3 translation;
    double y, w;
  };
  constexpr Row kRows[] = {
      {5, {0, 0, 0}, 0, 1},
      {10, {0, 0, 0}, 0, 1},
      {10.5, {0.5, 0.06865, -22.44140}, 0.000004, 1},
      {12, {2, 1.26825, -27.85275}, 0.000289, 1},
      {12.5, {2.5, 2.08206, -28.47992}, 0.000600, 1},
      {15, {5, 9.88190, -29.73660}, 0.006896, 0.999976},
      {17.5, {7.5, 17.84549, -29.97706}, 0.039785, 0.999208},
      {19, {9, 19.70270, -29.99877}, 0.120543, 0.992708},
      {20, {10, 20, -30}, 0.707107, 0.707107},
      {25, {10, 20, -30}, 0.707107, 0.707107},
  };
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.frame);
    expect_pose(at(track, row.frame), row.translation, DQuat(row.w, 0, row.y, 0));
  }
}

TEST(Sample, MatchesTheEvaluatorVectors) {  // E2, E3, E7, E8, E9
  const Motion yaw = build(test::motion({bone("上半身", 0), bone("上半身", 10, {}, turn(1, 90))}));
  expect_pose(at(yaw.bones[0], 5), {0, 0, 0}, DQuat(0.923880, 0, 0.382683, 0));
  const double degrees = 180 / std::numbers::pi;
  const Motion pitch = build(test::motion({bone("左腕", 10, {}, turn(0, 0.1 * degrees)),
                                           bone("左腕", 20, {}, turn(0, 0.2 * degrees))}));
  for (const auto& [frame, x] :
       {std::pair{5.0, 0.049979}, {99.0, 0.099833}, {10.0, 0.049979}, {20.0, 0.099833}})
    EXPECT_NEAR(at(pitch.bones[0], frame).rotation.x, x, 1e-6) << frame;
  const Motion move = build(test::motion({bone("腰", 0, {1, 2, 3}), bone("腰", 10, {4, 5, 6})}));
  expect_pose(at(move.bones[0], 0), {1, 2, 3}, kIdentity);
  expect_pose(at(move.bones[0], 5), {2.5, 3.5, 4.5}, kIdentity);
  expect_pose(at(move.bones[0], 10), {4, 5, 6}, kIdentity);
}

TEST(Sample, UsesTheEaseOfTheLaterKey) {  // E10 with the right layout, INTP-03
  const double degrees = 180 / std::numbers::pi;
  const Motion ease = build(
      test::motion({bone("左腕", 0), bone("左腕", 10, {}, turn(0, degrees), {20, 40, 80, 107})}));
  expect_pose(at(ease.bones[0], 5, CurveSolver::kBisect15), {0, 0, 0},
              DQuat(0.949412, 0.314035, 0, 0));
  const Motion y =
      build(test::motion({bone("腰", 0, {}, {0, 0, 0, 1}, {127, 0, 0, 127}),
                          bone("腰", 10, {0, 10, 0}, {0, 0, 0, 1}, {64, 0, 64, 127})}));
  EXPECT_NEAR(at(y.bones[0], 3).translation.y, 1.57338, 1e-5);
  EXPECT_NEAR(at(y.bones[0], 5).translation.y, 4.94095, 1e-5);
}

TEST(Sample, SortsKeysAndKeepsTheirCurves) {  // KEY-01
  const auto key = [](std::uint32_t frame, float y, CurveHandles handles) {
    return bone("腰", frame, {0, y, 0}, {0, 0, 0, 1}, handles);
  };
  const Motion shuffled = build(
      test::motion({key(20, 2, {64, 0, 64, 127}), key(0, 0, {127, 0, 0, 127}), key(10, 5, {})}));
  const Motion sorted = build(
      test::motion({key(0, 0, {127, 0, 0, 127}), key(10, 5, {}), key(20, 2, {64, 0, 64, 127})}));
  EXPECT_NEAR(at(shuffled.bones[0], 5).translation.y, 2.5, 1e-9);
  for (double frame = 0; frame <= 20; frame += 0.25)
    EXPECT_EQ(at(shuffled.bones[0], frame).translation, at(sorted.bones[0], frame).translation);
}

TEST(Sample, IsTheKeyAtAKeyToTheBit) {
  test::Random random(61);
  const Motion motion = build(test::random_motion(random, 100));
  for (const BoneTrack& track : motion.bones)
    for (std::size_t i = 0; i < track.frames.size(); ++i) {
      const BonePose pose = at(track, track.frames[i]);
      ASSERT_EQ(Quat(pose.rotation), track.rotations[i]);
      ASSERT_EQ(Vec3(pose.translation), track.translations[i]);
      ASSERT_EQ(pose.physics_on, track.curves[i].physics_on);
    }
}

// The hint is a matter of speed: any order of frames gives the same.
TEST(Sample, DoesNotDependOnTheHint) {
  test::Random random(67);
  const Motion motion = build(test::random_motion(random, 100));
  for (const BoneTrack& track : motion.bones) {
    std::size_t hint = 0;
    for (int i = 0; i < 300; ++i) {
      const double frame = random.between(-5, 110);
      const BonePose with_hint = sample(track, frame, CurveSolver::kExact, hint);
      const BonePose fresh = at(track, frame);
      ASSERT_EQ(with_hint.rotation, fresh.rotation) << "seed 67, frame " << frame;
      ASSERT_EQ(with_hint.translation, fresh.translation);
    }
  }
}

TEST(Sample, MorphsAreLinear) {  // SECT-02
  const Motion motion = build(test::motion(
      {}, {test::morph("あ", 0, 0), test::morph("あ", 10, 1), test::morph("い", 4, 0.5F)}));
  std::size_t hint = 0;
  EXPECT_EQ(sample(motion.morphs[0], 5, hint), 0.5);
  EXPECT_EQ(sample(motion.morphs[0], 2.5, hint), 0.25);
  EXPECT_EQ(sample(motion.morphs[0], 99, hint), 1);
  hint = 0;
  EXPECT_EQ(sample(motion.morphs[1], 0, hint), 0.5) << "the first value holds before its key";
}

TEST(Sample, SwitchesAreSteps) {  // PROP-01, PROP-02
  const Motion motion = build(test::motion({}, {},
                                           {test::property(10, false, {{"左足ＩＫ", false}}),
                                            test::property(20, true, {{"右足ＩＫ", false}}),
                                            test::property(30, true, {{"左足ＩＫ", true}})}));
  const PropertyTrack& track = motion.properties;
  struct Row {
    double frame;
    bool visible, left, right;
  };
  for (const Row& row :
       {Row{0, false, false, true}, Row{10, false, false, true}, Row{19.9, false, false, true},
        Row{20, true, false, false}, Row{29, true, false, false}, Row{30, true, true, false},
        Row{99, true, true, false}}) {
    SCOPED_TRACE(row.frame);
    EXPECT_EQ(visible_at(track, row.frame), row.visible);
    EXPECT_EQ(ik_enabled_at(track, track.ik[0], row.frame), row.left);
    EXPECT_EQ(ik_enabled_at(track, track.ik[1], row.frame), row.right);
  }
}

}  // namespace
}  // namespace mmdkit
