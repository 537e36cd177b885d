#include "motion/layer_switches.h"

#include <gtest/gtest.h>

#include "motion/layer_camera.h"
#include "support/stack_builder.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

using test::motion;
using test::property;
using test::StackBuilder;

constexpr FrameRange kFrames = {0, 60};
using Keys = std::vector<VmdPropertyKey>;

Keys switches(const StackBuilder& builder) {
  return bake_switches(builder.stack());
}

const Vmd kOff = motion(
    {}, {}, {property(0, true, {{"左足ＩＫ", true}}), property(10, false, {{"左足ＩＫ", false}})});

TEST(LayerSwitches, WithoutPropertyKeysThereAreNone) {  // PROP-02
  EXPECT_TRUE(switches(StackBuilder(kFrames).base(motion({}))).empty());
  EXPECT_TRUE(
      switches(StackBuilder(kFrames).base(motion({})).layer(motion({}), ",weight=0.5")).empty());
}

TEST(LayerSwitches, TheRecordsOfALoneSourceStay) {
  Vmd odd = kOff;
  odd.property_keys[1].visible = 2;
  EXPECT_EQ(switches(StackBuilder(kFrames).base(odd)), odd.property_keys);
  EXPECT_EQ(switches(StackBuilder(kFrames).base(odd).layer(motion({}), ",weight=1")),
            odd.property_keys);
  EXPECT_EQ(switches(StackBuilder(kFrames).layer(odd, ",bones=*")), odd.property_keys);
  Keys moved = odd.property_keys;
  for (VmdPropertyKey& key : moved) key.frame += 7;
  EXPECT_EQ(switches(StackBuilder(kFrames).layer(odd, ",bones=*,offset=7")), moved);
}

TEST(LayerSwitches, ACutKeepsTheStateAtItsStart) {
  EXPECT_EQ(switches(StackBuilder({20, 60}).base(kOff)),
            (Keys{property(20, false, {{"左足ＩＫ", false}})}));
  EXPECT_EQ(
      switches(StackBuilder({0, 60}).layer(kOff, ",bones=*,offset=-5")),
      (Keys{property(0, true, {{"左足ＩＫ", true}}), property(5, false, {{"左足ＩＫ", false}})}));
}

TEST(LayerSwitches, OffAndHiddenWinFromHalfWeightOn) {
  const Vmd base = motion({}, {}, {property(0, true, {{"左足ＩＫ", true}})});
  const Keys on = {property(0, true, {{"左足ＩＫ", true}})};
  const Keys off = {property(0, true, {{"左足ＩＫ", true}}),
                    property(10, false, {{"左足ＩＫ", false}})};
  EXPECT_EQ(switches(StackBuilder(kFrames).base(base).layer(kOff, ",weight=0.49")), on);
  EXPECT_EQ(switches(StackBuilder(kFrames).base(base).layer(kOff, ",weight=0.5")), off);
  EXPECT_EQ(switches(StackBuilder(kFrames).base(base).layer(kOff, ",weight=1,mode=additive")), on);
  // On does not win: the base is off.
  EXPECT_EQ(switches(StackBuilder(kFrames).base(kOff).layer(base, ",weight=1")), off);
  // Only IK bones that the layer selects.
  EXPECT_EQ(
      switches(StackBuilder(kFrames).base(base).layer(kOff, ",weight=1,bones=頭")),
      (Keys{property(0, true, {{"左足ＩＫ", true}}), property(10, false, {{"左足ＩＫ", true}})}));
}

TEST(LayerSwitches, FollowTheWeightAndTheTimeOfTheLayer) {
  const Vmd base = motion({}, {}, {property(0, true)});
  const Vmd hidden = motion({}, {}, {property(0, false)});
  EXPECT_EQ(switches(StackBuilder(kFrames).base(base).layer(hidden, ",weight=[0:0,10:1]")),
            (Keys{property(0, true), property(5, false)}));
  const Vmd blink = motion({test::bone("頭", 20)}, {}, {property(0, true), property(10, false)});
  EXPECT_EQ(
      switches(StackBuilder({0, 40}).base(base).layer(blink, ",loop=2,range=0:20")),
      (Keys{property(0, true), property(10, false), property(20, true), property(30, false)}));
}

Vmd shots(std::initializer_list<std::uint32_t> frames) {
  Vmd vmd = make_vmd(kVmdCameraModelName);
  for (const std::uint32_t frame : frames)
    vmd.camera_keys.push_back(test::camera(frame, -1.0F * static_cast<float>(frame)));
  return vmd;
}

std::vector<std::uint32_t> baked_shots(const StackBuilder& builder, Diagnostics& diagnostics) {
  Vmd vmd;
  bake_camera(builder.stack(), vmd, diagnostics);
  std::vector<std::uint32_t> frames;
  for (const VmdCameraKey& key : vmd.camera_keys) frames.push_back(key.frame);
  return frames;
}
using Frames = std::vector<std::uint32_t>;

TEST(LayerCamera, ComesFromTheBaseElseFromTheFirstLayerThatHasIt) {
  Diagnostics none;
  EXPECT_EQ(baked_shots(StackBuilder(kFrames).base(shots({1})).layer(shots({2})), none),
            (Frames{1}));
  EXPECT_EQ(baked_shots(StackBuilder(kFrames)
                            .base(motion({}))
                            .layer(motion({}))
                            .layer(shots({2}))
                            .layer(shots({3})),
                        none),
            (Frames{2}));
  Vmd light = make_vmd("");
  light.light_keys = {test::light(4)};
  Vmd vmd;
  bake_camera(StackBuilder(kFrames).base(light).layer(shots({2})).stack(), vmd, none);
  EXPECT_EQ(vmd.light_keys.size(), 1U) << "each section for itself";
  EXPECT_EQ(vmd.camera_keys.size(), 1U);
  EXPECT_TRUE(none.empty());
}

TEST(LayerCamera, FollowsTheTimeOfItsLayer) {
  Diagnostics none;
  EXPECT_EQ(baked_shots(StackBuilder(kFrames).layer(shots({0, 10}), ",offset=5"), none),
            (Frames{5, 15}));
  EXPECT_EQ(baked_shots(StackBuilder(kFrames).layer(shots({0, 10}), ",speed=0.5"), none),
            (Frames{0, 20}));
  EXPECT_EQ(baked_shots(StackBuilder(kFrames).layer(shots({0, 10, 20}), ",range=5:15"), none),
            (Frames{10}));
  EXPECT_EQ(baked_shots(StackBuilder({0, 30}).layer(shots({0, 10}), ",loop=forever"), none),
            (Frames{0, 10, 20, 30}));
  EXPECT_EQ(baked_shots(StackBuilder({3, 12}).base(shots({0, 10, 20})), none), (Frames{10}));
  // Loops that would never end: passes shorter than a frame, and a start long before the range.
  EXPECT_EQ(baked_shots(StackBuilder(kFrames).layer(shots({0}), ",loop=forever,speed=1e12"), none),
            (Frames{0}));
  EXPECT_EQ(
      baked_shots(StackBuilder({0, 9}).layer(shots({3, 10}), ",loop=forever,offset=-1e15"), none),
      (Frames{3}));
  EXPECT_TRUE(none.empty());
  Diagnostics rounded;
  EXPECT_EQ(baked_shots(StackBuilder(kFrames).layer(shots({0, 10}), ",offset=0.25"), rounded),
            (Frames{0, 10}));
  ASSERT_EQ(rounded.items().size(), 1U);
  EXPECT_EQ(rounded.items()[0].id, "bake-camera-rounded");
  EXPECT_EQ(rounded.items()[0].count, 2U);
}

}  // namespace
}  // namespace mmdkit
