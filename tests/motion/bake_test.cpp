#include "motion/bake.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/hash.h"
#include "format/vmd_writer.h"
#include "motion/rotation.h"
#include "support/rotations.h"
#include "support/stack_builder.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

using test::angle_between;
using test::bone;
using test::morph;
using test::motion;
using test::StackBuilder;
using test::turn;

BakedMotion baked(const StackBuilder& builder, unsigned threads = 1) {
  Diagnostics diagnostics;
  return bake(builder.stack(), threads, diagnostics);
}

/// A key whose bytes no encoder would make: old padding, garbage behind the name.
VmdBoneKey odd_key(std::uint32_t frame) {
  VmdBoneKey key = bone("頭", frame, {1, 2, 3}, turn(0, 10 + frame), {64, 0, 64, 127});
  key.interpolation[31] = 1;
  key.interpolation[46] = 1;
  key.name[14] = '\xFD';
  return key;
}

TEST(Bake, KeepsTheRecordsOfALoneSource) {
  const Vmd odd = motion({odd_key(0), odd_key(9), odd_key(4)}, {morph("あ", 3, 0.5F)});
  const Vmd other = motion({bone("頭", 0), bone("首", 0)});
  std::vector<VmdBoneKey> sorted = {odd_key(0), odd_key(4), odd_key(9)};
  const auto head_keys = [](const BakedMotion& motion) {
    std::vector<VmdBoneKey> keys = motion.vmd.bone_keys;
    std::erase_if(keys,
                  [](const VmdBoneKey& key) { return name_bytes(key.name) != test::cp932("頭"); });
    return keys;
  };
  const FrameRange frames = {0, 20};
  EXPECT_EQ(head_keys(baked(StackBuilder(frames).base(odd))), sorted);
  EXPECT_EQ(head_keys(baked(StackBuilder(frames).base(odd).layer(other, ",bones=首"))), sorted);
  EXPECT_EQ(head_keys(baked(StackBuilder(frames).base(other).layer(odd, ",weight=1"))), sorted)
      << "it replaces the base";
  EXPECT_EQ(head_keys(baked(StackBuilder(frames).base(other).layer(odd, ",weight=3"))), sorted);
  EXPECT_EQ(
      head_keys(baked(StackBuilder(frames).mode(BlendMode::kSequential).base(other).layer(odd))),
      sorted);
  EXPECT_EQ(head_keys(baked(StackBuilder(frames).mode(BlendMode::kComposite).layer(odd))), sorted);
  for (VmdBoneKey& key : sorted) key.frame += 5;
  EXPECT_EQ(head_keys(baked(StackBuilder(frames).base(other).layer(odd, ",offset=5"))), sorted)
      << "moved in time";
  EXPECT_EQ(baked(StackBuilder(frames).base(odd)).bones.at(0).kept_from, "base");
}

TEST(Bake, SamplesWhereMoreThanOneSourceActs) {
  const Vmd odd = motion({odd_key(0), odd_key(9)});
  const Vmd other = motion({bone("頭", 0)});
  const FrameRange frames = {0, 20};
  const StackBuilder sampled[] = {
      StackBuilder(frames).base(odd).layer(other, ",weight=0.5"),
      StackBuilder(frames).base(other).layer(odd, ",weight=0.999"),
      StackBuilder(frames).base(other).layer(odd, ",fade-in=5"),
      StackBuilder(frames).base(other).layer(odd, ",weight=[0:1,9:0.9]"),
      StackBuilder(frames).base(other).layer(odd, ",offset=0.5"),
      StackBuilder(frames).base(other).layer(odd, ",speed=2"),
      StackBuilder(frames).base(other).layer(odd, ",range=0:9"),
      StackBuilder(frames).base(odd).layer(other, ",mode=additive"),
      StackBuilder(frames).mode(BlendMode::kNormalized).layer(odd),
      StackBuilder(frames).mode(BlendMode::kComposite).base(other).layer(odd),
      StackBuilder(frames).keys(KeyPlacement::kEveryFrame).base(odd),
      StackBuilder({2, 20}).base(odd),  // a cut inside a segment
      StackBuilder({0, 7}).base(odd),
  };
  for (const StackBuilder& builder : sampled) {
    SCOPED_TRACE(&builder - sampled);
    EXPECT_EQ(baked(builder).bones.at(0).kept_from, "");
  }
  EXPECT_EQ(baked(StackBuilder({0, 9}).base(odd)).bones.at(0).kept_from, "base")
      << "a cut at a key changes nothing";
}

TEST(Bake, ReducesConstantStretchesToTheirEnds) {
  const Vmd base =
      motion({bone("腰", 0), bone("腰", 10), bone("腰", 13, {3, 0, 0}), bone("腰", 30, {3, 0, 0})});
  const Vmd half = motion({bone("腰", 0)});
  const BakedMotion motion = baked(StackBuilder({0, 30}).base(base).layer(half, ",weight=0.5"));
  std::vector<std::uint32_t> frames;
  for (const VmdBoneKey& key : motion.vmd.bone_keys) frames.push_back(key.frame);
  EXPECT_EQ(frames, (std::vector<std::uint32_t>{0, 10, 11, 12, 13, 30}));
  EXPECT_EQ(
      baked(StackBuilder({0, 30}).keys(KeyPlacement::kEveryFrame).base(base)).vmd.bone_keys.size(),
      31U);
}

// INTP-06: a layer that edits one channel between two keys leaves the others where they were.
TEST(Bake, KeepsTheChannelsThatALayerDoesNotEdit) {
  const Vmd base =
      motion({bone("センター", 0), bone("センター", 30, {0, 6, 9}, turn(1, 90), {64, 0, 64, 127})});
  const Vmd edit =
      motion({bone("センター", 0), bone("センター", 15, {4, 0, 0}), bone("センター", 30)});
  const StackBuilder before = StackBuilder({0, 30}).keys(KeyPlacement::kEveryFrame).base(base);
  const StackBuilder after = StackBuilder({0, 30}).base(base).layer(edit, ",mode=additive");
  const auto old_keys = baked(before).vmd.bone_keys, new_keys = baked(after).vmd.bone_keys;
  ASSERT_EQ(old_keys.size(), new_keys.size());
  EXPECT_NEAR(new_keys[15].translation[0], 4, 1e-6F);
  for (std::size_t i = 0; i < old_keys.size(); ++i) {
    ASSERT_NEAR(old_keys[i].translation[1], new_keys[i].translation[1], 1e-4F);
    ASSERT_NEAR(old_keys[i].translation[2], new_keys[i].translation[2], 1e-4F);
    for (std::size_t c = 0; c < 4; ++c)
      ASSERT_NEAR(old_keys[i].rotation[c], new_keys[i].rotation[c], 1e-4F);
  }
}

TEST(Bake, CarriesThePhysicsSwitch) {
  Vmd off = motion({bone("腰", 0), bone("腰", 10, {1, 0, 0})});
  for (VmdBoneKey& key : off.bone_keys) key.interpolation = test::block({}, false);
  const Vmd on = motion({bone("腰", 0)});
  const auto all_off = [](const BakedMotion& motion) {
    return std::ranges::all_of(motion.vmd.bone_keys, [](const VmdBoneKey& key) {
      return key.interpolation[2] == 0x63 && key.interpolation[3] == 0x0F;
    });
  };
  EXPECT_TRUE(all_off(baked(StackBuilder({0, 10}).base(on).layer(off, ",weight=0.6"))));
  EXPECT_FALSE(all_off(baked(StackBuilder({0, 10}).base(on).layer(off, ",weight=0.4"))));
}

// What is baked is what evaluate() says, and neighbours never take the long way round.
TEST(Bake, StoresWhatTheStackEvaluatesTo) {
  test::Random random(101);
  for (int round = 0; round < 15; ++round) {
    SCOPED_TRACE("seed 101, round " + std::to_string(round));
    StackBuilder builder({0, 60});
    builder.base(test::random_motion(random, 60))
        .layer(test::random_motion(random, 60), ",weight=0.7,fade-out=20");
    if (round % 3 == 0) builder.layer(test::random_motion(random, 60), ",mode=additive,weight=0.3");
    builder.keys(KeyPlacement::kEveryFrame);
    std::map<std::string, std::vector<VmdBoneKey>> tracks;
    for (const VmdBoneKey& key : baked(builder).vmd.bone_keys)
      tracks[std::string(name_bytes(key.name))].push_back(key);
    for (const BoneMix& mix : bone_mixes(builder.stack())) {
      const auto& keys = tracks[mix.name];
      ASSERT_EQ(keys.size(), 61U);
      for (std::size_t i = 0; i < keys.size(); ++i) {
        MixCursor cursor;
        const BonePose pose = evaluate(builder.stack(), mix, static_cast<double>(i), cursor);
        const auto& r = keys[i].rotation;
        const DQuat stored(static_cast<double>(r[3]), static_cast<double>(r[0]),
                           static_cast<double>(r[1]), static_cast<double>(r[2]));
        ASSERT_LT(angle_between(stored, normalized(pose.rotation)), 1e-6);
        ASSERT_NEAR(glm::length(stored), 1, 1e-6);
        ASSERT_EQ(keys[i].translation[0], static_cast<float>(pose.translation.x));
        if (i > 0) {
          double dot = 0;
          for (std::size_t c = 0; c < 4; ++c)
            dot += static_cast<double>(r[c]) * static_cast<double>(keys[i - 1].rotation[c]);
          ASSERT_GE(dot, 0);
        }
      }
    }
  }
}

TEST(Bake, DoesNotDependOnTheNumberOfThreads) {
  test::Random random(103);
  StackBuilder builder({0, 200});
  builder.base(test::random_motion(random, 200));
  for (int i = 0; i < 3; ++i) builder.layer(test::random_motion(random, 200), ",weight=0.4");
  const auto one = write_vmd(baked(builder, 1).vmd);
  EXPECT_EQ(write_vmd(baked(builder, 2).vmd), one);
  EXPECT_EQ(write_vmd(baked(builder, 7).vmd), one);
  // The same with every compiler: pinned.
  EXPECT_EQ(sha256_hex(one), "30e15576a920e8dcaa63a6f4b11f861988ebec1098b1989d1b3c250b509451b5");
}

TEST(Bake, AWholeFileMayStand) {
  const Vmd whole = motion({bone("頭", 0), bone("頭", 0)}, {morph("あ", 0, 1)});
  const FrameRange frames = {0, 0};
  const auto stands = [](const StackBuilder& builder) {
    return whole_file_source(builder.stack()) != nullptr;
  };
  EXPECT_TRUE(stands(StackBuilder(frames).base(whole)));
  EXPECT_TRUE(stands(StackBuilder(frames).base(whole).layer(whole, ",weight=0")))
      << "a silent layer is no layer";
  EXPECT_TRUE(stands(StackBuilder(frames).layer(whole)));
  EXPECT_FALSE(stands(StackBuilder(frames).base(whole).layer(whole)));
  EXPECT_FALSE(stands(StackBuilder(frames).layer(whole, ",weight=0.5")));
  EXPECT_FALSE(stands(StackBuilder(frames).layer(whole, ",offset=1")));
  EXPECT_FALSE(stands(StackBuilder(frames).layer(whole, ",bones=首")));
  EXPECT_FALSE(stands(StackBuilder(frames).layer(whole, ",morphs=い")));
  EXPECT_FALSE(stands(StackBuilder(frames).keys(KeyPlacement::kEveryFrame).base(whole)));
}

TEST(Bake, NamesTheModel) {  // CAM-01
  Vmd model = motion({bone("頭", 0)}), camera = make_vmd("x");
  camera.camera_keys = {test::camera(0)};
  EXPECT_EQ(name_bytes(baked(StackBuilder({0, 0}).base(model)).vmd.model_name), "test");
  EXPECT_EQ(name_bytes(baked(StackBuilder({0, 0}).layer(model)).vmd.model_name), "test");
  EXPECT_EQ(name_bytes(baked(StackBuilder({0, 0}).base(camera)).vmd.model_name),
            kVmdCameraModelName);
  EXPECT_EQ(name_bytes(baked(StackBuilder({0, 0}).base(model).layer(camera)).vmd.model_name),
            "test");
  camera.model_name = name_field<kVmdLongNameBytes>(kVmdCameraModelName);
  const StackBuilder both = StackBuilder({0, 0}).base(camera).layer(model);
  EXPECT_EQ(name_bytes(baked(both).vmd.model_name), "test") << "or MMD would skip the bones";
}

TEST(Bake, WarnsOfAFileThatMmdReadsInPart) {  // CAM-01
  Vmd camera = make_vmd("x");
  camera.camera_keys = {test::camera(0)};
  Diagnostics diagnostics;
  bake(StackBuilder({0, 0}).base(motion({bone("頭", 0)})).layer(camera).stack(), 1, diagnostics);
  ASSERT_EQ(diagnostics.items().size(), 1U);
  EXPECT_EQ(diagnostics.items()[0].id, "vmd-both-kinds");
}

TEST(Bake, WarnsOfMoreKeysThanMmdHolds) {  // KEY-03
  Vmd many = motion({}, {morph("あ", 0, 0), morph("あ", 19999, 1)});
  Diagnostics diagnostics;
  bake(StackBuilder({0, 19999}).keys(KeyPlacement::kEveryFrame).base(many).stack(), 1, diagnostics);
  ASSERT_EQ(diagnostics.items().size(), 1U);
  EXPECT_EQ(diagnostics.items()[0].id, "bake-many-keys");
  EXPECT_EQ(diagnostics.items()[0].first, "20000 morph keys");
}

}  // namespace
}  // namespace mmdkit
