#include "motion/layer_camera.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <map>

#include "motion/layer_oracle.h"
#include "motion/motion_vmd.h"
#include "motion/random_stack.h"

namespace mmdkit {
namespace {

using test::Random;
using test::StackBuilder;

Vmd shots(std::vector<std::uint32_t> frames) {
  Vmd vmd = make_vmd(kVmdCameraModelName);
  for (const std::uint32_t frame : frames) {
    vmd.camera_keys.push_back(test::camera(frame, static_cast<float>(frame)));
    vmd.camera_keys.back().interpolation.fill(static_cast<std::uint8_t>(frame));
  }
  return vmd;
}

struct Shots {
  Vmd vmd;
  Diagnostics diagnostics;

  explicit Shots(const StackBuilder& builder) { bake_camera(builder.stack(), vmd, diagnostics); }
  std::map<std::uint32_t, float> by_frame() const {
    std::map<std::uint32_t, float> found;
    for (const VmdCameraKey& key : vmd.camera_keys) found[key.frame] = key.distance;
    return found;
  }
};

// Speeds that divide all frames: no key has to be rounded, and every key must stand exactly where
// the clock of the layer shows its source frame.
TEST(LayerCamera, KeysStandWhereTheirFramePlays) {
  Random random(701);
  for (int round = 0; round < 400; ++round) {
    std::vector<std::uint32_t> frames;
    for (std::uint32_t frame = 4 * random.below(3); frame <= 40; frame += 4 * (1 + random.below(4)))
      frames.push_back(frame);
    std::string options = fmt::format(",offset={}", static_cast<int>(random.below(60)) - 30);
    if (random.chance(0.6)) options += fmt::format(",speed={}", 0.5 * (1U << random.below(4)));
    if (random.chance(0.5))
      options += fmt::format(",range={}:{}", 4 * random.below(3), 12 + 4 * random.below(6));
    if (random.chance(0.5)) options += random.chance(0.3) ? ",loop=forever" : ",loop=3";
    const std::uint32_t first = random.below(20);
    StackBuilder builder({first, first + 80});
    const Vmd vmd = shots(frames);
    builder.layer(vmd, options);
    SCOPED_TRACE(fmt::format("seed 701, round {}: {}", round, options));

    const Layer& layer = builder.stack().layers[0].layer;
    const auto last = static_cast<double>(last_frame(vmd));
    const auto played = [&](std::uint32_t frame) {
      return test::slow_source_frame(layer, last, frame);
    };
    std::map<std::uint32_t, float> wanted;
    for (std::uint32_t at = first; at <= first + 80; ++at)
      for (const std::uint32_t source : frames) {
        // Shown here, and not the pose that holds before the start or behind the end.
        const bool shown = played(at) == source;
        const bool held = (at > 0 && played(at - 1) == source) ||
                          (at == first && played(at + 1) == source && played(at) == source);
        if (shown && !held) wanted[at] = static_cast<float>(source);
      }
    const Shots got(builder);
    for (std::size_t i = 1; i < got.vmd.camera_keys.size(); ++i)
      ASSERT_GT(got.vmd.camera_keys[i].frame, got.vmd.camera_keys[i - 1].frame) << "in order";
    for (const auto& [at, distance] : got.by_frame())
      ASSERT_EQ(static_cast<float>(played(at)), distance) << "at " << at;
    for (const auto& [at, distance] : wanted) {
      // The last key of a play without a range is shown once and then holds.
      if (at == first && first > 0) continue;
      ASSERT_TRUE(got.by_frame().contains(at)) << "frame " << at << " shows " << distance;
    }
    EXPECT_TRUE(got.diagnostics.empty());
  }
}

TEST(LayerCamera, RecordsKeepEverythingButTheFrame) {
  Vmd all = shots({3, 9});
  all.camera_keys[0].orthographic = 7;
  all.light_keys = {test::light(3)};
  all.shadow_keys = {test::shadow(9)};
  const Shots moved(StackBuilder({0, 50}).layer(all, ",offset=5,bones=首,morphs=あ"));
  Vmd wanted = all;
  for (VmdCameraKey& key : wanted.camera_keys) key.frame += 5;
  wanted.light_keys[0].frame += 5;
  wanted.shadow_keys[0].frame += 5;
  EXPECT_EQ(moved.vmd.camera_keys, wanted.camera_keys);
  EXPECT_EQ(moved.vmd.light_keys, wanted.light_keys);
  EXPECT_EQ(moved.vmd.shadow_keys, wanted.shadow_keys);
}

TEST(LayerCamera, OneWarningSaysHowFarKeysWereRounded) {
  const Shots rounded(StackBuilder({0, 50}).layer(shots({0, 3, 10}), ",speed=2"));
  EXPECT_EQ(rounded.by_frame(), (std::map<std::uint32_t, float>{{0, 0}, {2, 3}, {5, 10}}));
  ASSERT_EQ(rounded.diagnostics.items().size(), 1U);
  EXPECT_EQ(rounded.diagnostics.items()[0].id, "bake-camera-rounded");
  EXPECT_EQ(rounded.diagnostics.items()[0].count, 1U);
  EXPECT_NE(rounded.diagnostics.items()[0].message.find("0.5 frames"), std::string::npos);
}

// 21 / 0.7 is 30 but for the last bit of a double. That is no rounding a person would hear of.
TEST(LayerCamera, TheLastBitOfADoubleIsNoRounding) {
  const Shots slow(StackBuilder({0, 90}).layer(shots({0, 21, 42}), ",speed=0.7"));
  EXPECT_EQ(slow.by_frame(), (std::map<std::uint32_t, float>{{0, 0}, {30, 21}, {60, 42}}));
  EXPECT_TRUE(slow.diagnostics.empty());
}

TEST(LayerCamera, ALoopOfAPartRepeatsThatPart) {
  const Shots loop(StackBuilder({0, 40}).layer(shots({0, 5, 10, 20}), ",range=5:10,loop=3"));
  EXPECT_EQ(loop.by_frame(), (std::map<std::uint32_t, float>{{5, 5}, {10, 5}, {15, 5}, {20, 10}}));
}

/// Ends the process well (in a child) if `bake_camera` comes back within a second of computing.
[[noreturn]] void bake_in_a_second(const StackBuilder& builder) {
  const rlimit second{1, 1};
  setrlimit(RLIMIT_CPU, &second);
  const Shots done(builder);
  std::exit(done.vmd.camera_keys.size() < 100 ? 0 : 1);
}

// An offset is any number, and a loop has no end: the work must depend on the output alone.
TEST(LayerCameraDeathTest, ALoopThatBeganLongAgoTakesNoTime) {
  for (const char* offset : {"-1e6", "-1e9", "-1e15", "-1e19", "-1e30", "-1e300"})
    EXPECT_EXIT(bake_in_a_second(StackBuilder({0, 30}).layer(
                    shots({0, 10}), fmt::format(",loop=forever,offset={}", offset))),
                ::testing::ExitedWithCode(0), "")
        << offset;
  EXPECT_EXIT(
      bake_in_a_second(StackBuilder({0, 30}).layer(shots({0, 10}), ",loop=4000000000,speed=1e9")),
      ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace mmdkit
