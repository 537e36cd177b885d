#include "format/vmd_curves.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/random_vmd.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

using Block = std::array<std::uint8_t, 64>;

Block block_of(std::string_view hexadecimal) {
  const auto bytes = test::bytes_of(hexadecimal);
  Block block{};
  std::ranges::transform(bytes, block.begin(),
                         [](std::byte b) { return static_cast<std::uint8_t>(b); });
  return block;
}

constexpr std::array<CurveHandles, 4> kFour = {
    {{1, 2, 3, 4}, {11, 12, 13, 14}, {21, 22, 23, 24}, {31, 32, 33, 34}}};

constexpr std::string_view kOld =
    "01 0B 15 1F 02 0C 16 20 03 0D 17 21 04 0E 18 22 0B 15 1F 02 0C 16 20 03 0D 17 21 04 0E 18 22 "
    "01"
    "15 1F 02 0C 16 20 03 0D 17 21 04 0E 18 22 01 00 1F 02 0C 16 20 03 0D 17 21 04 0E 18 22 01 00 "
    "00";
constexpr std::string_view kPhysicsOn =
    "01 0B 00 00 02 0C 16 20 03 0D 17 21 04 0E 18 22 0B 15 1F 02 0C 16 20 03 0D 17 21 04 0E 18 22 "
    "00"
    "15 1F 02 0C 16 20 03 0D 17 21 04 0E 18 22 00 00 1F 02 0C 16 20 03 0D 17 21 04 0E 18 22 00 00 "
    "00";
constexpr std::string_view kPhysicsOff =
    "01 0B 63 0F 02 0C 16 20 03 0D 17 21 04 0E 18 22 0B 15 1F 02 0C 16 20 03 0D 17 21 04 0E 18 22 "
    "00"
    "15 1F 02 0C 16 20 03 0D 17 21 04 0E 18 22 00 00 1F 02 0C 16 20 03 0D 17 21 04 0E 18 22 00 00 "
    "00";

TEST(BoneCurves, DecodesOldAndNewLayoutsAlike) {
  for (const std::string_view text : {kOld, kPhysicsOn, kPhysicsOff}) {
    CurveFindings findings;
    const BoneCurves curves = decode_bone_curves(block_of(text), &findings);
    EXPECT_EQ(curves.channels, kFour);
    EXPECT_EQ(curves.physics_on, text != kPhysicsOff);
    EXPECT_FALSE(findings.above_range || findings.first_row_only);
  }
}

TEST(BoneCurves, EncodesTheLayoutOfToday) {
  EXPECT_EQ(encode_bone_curves({kFour, true}), block_of(kPhysicsOn));
  EXPECT_EQ(encode_bone_curves({kFour, false}), block_of(kPhysicsOff));
}

// An old file whose Z and rotation curves happen to begin with 99 and 15 has physics on.
TEST(BoneCurves, TellsACurveFromASwitchByTheSecondRow) {
  BoneCurves curves{kFour, true};
  curves.channels[2].x1 = 99;
  curves.channels[3].x1 = 15;
  Block block = encode_bone_curves(curves);
  block[2] = 99;  // the old layout keeps the curve here
  block[3] = 15;
  EXPECT_TRUE(decode_bone_curves(block).physics_on);
  block[17] = 98;
  EXPECT_FALSE(decode_bone_curves(block).physics_on);
}

TEST(BoneCurves, UsesAFirstRowThatStandsAlone) {
  Block block = block_of(kOld);
  std::fill(block.begin() + 16, block.end(), std::uint8_t{0});
  CurveFindings findings;
  EXPECT_EQ(decode_bone_curves(block, &findings).channels, kFour);
  EXPECT_TRUE(findings.first_row_only);
  block[2] = block[3] = 0;  // a switch: the x1 of Z and rotation are lost
  const BoneCurves curves = decode_bone_curves(block);
  EXPECT_EQ(curves.channels[0], kFour[0]);
  EXPECT_EQ(curves.channels[2], (CurveHandles{20, 22, 23, 24}));
  EXPECT_EQ(curves.channels[3], (CurveHandles{20, 32, 33, 34}));
}

TEST(BoneCurves, AllZeroIsLinearAndNothingOdd) {
  CurveFindings findings;
  const BoneCurves curves = decode_bone_curves(Block{}, &findings);
  for (const CurveHandles& each : curves.channels) EXPECT_TRUE(each.is_linear());
  EXPECT_TRUE(curves.physics_on);
  EXPECT_FALSE(findings.first_row_only);
}

TEST(BoneCurves, ClampsHandlesAbove127) {
  Block block = block_of(kPhysicsOn);
  block[16 * 3 + 8] = 205;  // x2 of rotation
  CurveFindings findings;
  EXPECT_EQ(decode_bone_curves(block, &findings).channels[3].x2, 127);
  EXPECT_TRUE(findings.above_range);
}

TEST(BoneCurves, DecodingUndoesEncoding) {
  test::Random random(7);
  for (int i = 0; i < 1000; ++i) {
    BoneCurves curves;
    for (CurveHandles& each : curves.channels) {
      const auto handle = [&] { return static_cast<std::uint8_t>(1 + random.below(127)); };
      each = {handle(), handle(), handle(), handle()};
    }
    curves.physics_on = random.chance(0.5);
    // The one block that reads as an old curve and not as a switch.
    if (curves.channels[2].x1 == 99 && curves.channels[3].x1 == 15) continue;
    ASSERT_EQ(decode_bone_curves(encode_bone_curves(curves)), curves) << "seed 7, round " << i;
  }
}

// The default of both generations of MMD, as it stands in nearly every file.
TEST(BoneCurves, ReadsTheDefaultOfOldAndNewMmdAsLinear) {
  constexpr std::string_view kNew =
      "14 14 00 00 14 14 14 14 6B 6B 6B 6B 6B 6B 6B 6B 14 14 14 14 14 14 14 6B 6B 6B 6B 6B 6B 6B "
      "6B 00"
      "14 14 14 14 14 14 6B 6B 6B 6B 6B 6B 6B 6B 00 00 14 14 14 14 14 6B 6B 6B 6B 6B 6B 6B 6B 00 "
      "00 00";
  constexpr std::string_view kOld2012 =
      "14 14 14 14 14 14 14 14 6B 6B 6B 6B 6B 6B 6B 6B 14 14 14 14 14 14 14 6B 6B 6B 6B 6B 6B 6B "
      "6B 01"
      "14 14 14 14 14 14 6B 6B 6B 6B 6B 6B 6B 6B 01 00 14 14 14 14 14 6B 6B 6B 6B 6B 6B 6B 6B 01 "
      "00 00";
  EXPECT_EQ(decode_bone_curves(block_of(kNew)), BoneCurves{});
  EXPECT_EQ(decode_bone_curves(block_of(kOld2012)), BoneCurves{});
  EXPECT_EQ(encode_bone_curves(BoneCurves{}), block_of(kNew));
}

// MMD uses the bytes at multiples of four and the switch in bytes 2 and 3, which bytes 17 and 18
// confirm. All others may hold anything.
TEST(BoneCurves, DependsOnTheDiagonalAndTheSwitchAlone) {
  test::Random random(41);
  for (int round = 0; round < 500; ++round) {
    Block block{};
    for (std::uint8_t& byte : block) byte = static_cast<std::uint8_t>(1 + random.below(127));
    const BoneCurves before = decode_bone_curves(block);
    for (std::size_t i = 16; i < 64; ++i)
      if (i % 4 != 0 && i != 17 && i != 18) block[i] = static_cast<std::uint8_t>(random.below(256));
    for (std::size_t i = 1; i < 16; ++i)
      if (i % 4 != 0 && i != 2 && i != 3) block[i] = static_cast<std::uint8_t>(random.below(256));
    ASSERT_EQ(decode_bone_curves(block), before) << "seed 41, round " << round;
    for (std::size_t c = 0; c < 4; ++c) {
      const CurveHandles expected = {block[16 * c], block[16 * c + 4], block[16 * c + 8],
                                     block[16 * c + 12]};
      ASSERT_EQ(before.channels[c], expected);
    }
  }
}

// 0 is a handle like any other: a curve of zeros is linear, with physics off as well as on, and
// one whose only handle is the x1 of X is no block of a first row alone.
TEST(BoneCurves, DecodingUndoesEncodingOfZeroHandles) {
  for (const bool physics_on : {true, false})
    for (std::size_t handle = 0; handle <= 16; ++handle) {  // 16: all are zero
      BoneCurves curves;
      curves.channels.fill({0, 0, 0, 0});
      curves.physics_on = physics_on;
      if (handle < 16) {
        CurveHandles& channel = curves.channels[handle / 4];
        const std::array<std::uint8_t*, 4> fields = {&channel.x1, &channel.y1, &channel.x2,
                                                     &channel.y2};
        *fields[handle % 4] = 64;
      }
      CurveFindings findings;
      EXPECT_EQ(decode_bone_curves(encode_bone_curves(curves), &findings), curves)
          << "handle " << handle << ", physics " << (physics_on ? "on" : "off");
      EXPECT_FALSE(findings.first_row_only) << "handle " << handle;
    }
}

}  // namespace
}  // namespace mmdkit
