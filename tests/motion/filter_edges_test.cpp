#include <gtest/gtest.h>

#include <algorithm>

#include "format/vmd_reader.h"
#include "format/vmd_writer.h"
#include "motion/filter.h"
#include "support/vmd_builder.h"

// Odd files and far frames, one by one.

namespace mmdkit {
namespace {

using test::bone;
using test::motion;

FilterOptions bones(std::string_view text, NameEncoding encoding = NameEncoding::kCp932) {
  auto codec = NameCodec::open(encoding);
  FilterOptions options;
  options.bones = *Selection::compile(*selection_terms(text), *codec);
  return options;
}

struct Filtered {
  Vmd vmd;
  std::vector<std::byte> bytes;
  FilterReport report;
};

Filtered filter(const Vmd& vmd, const FilterOptions& options,
                NameEncoding encoding = NameEncoding::kCp932) {
  const auto bytes = write_vmd(vmd);
  auto codec = NameCodec::open(encoding);
  Diagnostics diagnostics;
  const auto layout = scan_vmd(bytes, diagnostics);
  const auto plan = plan_filter(*layout, options, *codec);
  Filtered filtered;
  filtered.report = plan->report;
  EXPECT_TRUE(write_filtered(*layout, *plan, [&](std::span<const std::byte> piece) {
    filtered.bytes.insert(filtered.bytes.end(), piece.begin(), piece.end());
    return Status{};
  }));
  filtered.vmd = *read_vmd(filtered.bytes, diagnostics);
  return filtered;
}

VmdBoneKey raw_bone(std::string_view bytes, std::uint32_t frame) {
  VmdBoneKey key = bone("a", frame);
  key.name = name_field<kVmdNameBytes>(bytes);
  return key;
}

TEST(FilterEdges, CopiesEveryByteOfAKeptRecord) {
  Vmd vmd = motion({bone("頭", 0), bone("首", 9, {1, 2, 3}, {0.1F, 0.2F, 0.3F, 0.4F})});
  for (std::size_t i = 0; i < 64; ++i)
    vmd.bone_keys[1].interpolation[i] = static_cast<std::uint8_t>(255 - i);
  for (std::size_t i = 3; i < 15; ++i) vmd.bone_keys[1].name[i] = static_cast<char>(0xF0 + i);
  const auto before = write_vmd(vmd);
  const auto after = filter(vmd, bones("首")).bytes;
  ASSERT_EQ(after.size(), before.size() - 111);
  EXPECT_TRUE(std::equal(after.begin() + 54, after.end(), before.begin() + 54 + 111));
}

TEST(FilterEdges, ANameMayFillItsFieldOrEndInHalfACharacter) {
  Vmd vmd = motion({bone("左足首捻り補助1", 0), bone("左ひざ補助ボーン先", 1), bone("頭", 2)});
  ASSERT_EQ(name_bytes(vmd.bone_keys[0].name).size(), 15U);
  ASSERT_EQ(name_bytes(vmd.bone_keys[1].name).size(), 15U);
  EXPECT_EQ(filter(vmd, bones("左足首捻り補助1")).vmd.bone_keys, std::vector{vmd.bone_keys[0]});
  EXPECT_EQ(filter(vmd, bones("左ひざ補助ボーン先")).vmd.bone_keys, std::vector{vmd.bone_keys[1]});
  EXPECT_EQ(filter(vmd, bones("!左ひざ補助ボーン先,!頭")).vmd.bone_keys,
            std::vector{vmd.bone_keys[0]});
}

TEST(FilterEdges, NamesOfOtherEncodingsMatchWhenToldTo) {  // NAME-03
  Vmd vmd = motion({raw_bone("\xE3\x82\xBB\xE3\x83\xB3\xE3\x82\xBF\xE3\x83\xBC", 0),
                    raw_bone("\xC8\xAB\xA4\xC6\xA4\xCE\xD3\x48", 1)});
  EXPECT_EQ(filter(vmd, bones("センター,全ての親")).vmd.bone_keys.size(), 0U) << "never guessed";
  EXPECT_EQ(filter(vmd, bones("センター", NameEncoding::kUtf8), NameEncoding::kUtf8).vmd.bone_keys,
            std::vector{vmd.bone_keys[0]});
  EXPECT_EQ(filter(vmd, bones("全ての親", NameEncoding::kGbk), NameEncoding::kGbk).vmd.bone_keys,
            std::vector{vmd.bone_keys[1]});
}

TEST(FilterEdges, AStarKeepsNamesThatDoNotDecodeAndEmptyOnes) {
  const Vmd vmd = motion({raw_bone("\xFF\xFE", 0), raw_bone("", 1), bone("頭", 2)});
  EXPECT_TRUE(filter(vmd, bones("*")).report.unchanged);
  EXPECT_EQ(filter(vmd, bones("!頭")).vmd.bone_keys.size(), 2U);
}

TEST(FilterEdges, WhatFollowsStaysWhenNoBoneDoes) {
  Vmd vmd = motion({bone("頭", 0)}, {test::morph("あ", 1, 1)},
                   {test::property(0, true, {{"左足ＩＫ", false}})});
  vmd.light_keys = {test::light(3)};
  vmd.trailing = test::bytes_of("4E 75 74");
  Vmd expected = vmd;
  expected.bone_keys.clear();
  EXPECT_EQ(filter(vmd, bones("存在しない骨")).vmd, expected);
}

TEST(FilterEdges, Version1StaysVersion1) {  // SECT-05
  Vmd vmd = motion({bone("頭", 5), bone("首", 6)});
  vmd.version = VmdVersion::kV1;
  vmd.signature = name_field<kVmdSignatureBytes>("Vocaloid Motion Data file");
  FilterOptions options = bones("首");
  options.shift = true;
  Vmd expected = vmd;
  expected.bone_keys = {bone("首", 0)};
  EXPECT_EQ(filter(vmd, options).vmd, expected);
}

TEST(FilterEdges, MissingSectionsStayMissing) {  // SECT-01
  for (std::size_t sections = 1; sections <= kVmdSectionCount; ++sections) {
    Vmd vmd = motion({bone("頭", 0), bone("首", 1)});
    vmd.section_count = sections;
    const Filtered filtered = filter(vmd, bones("首"));
    EXPECT_EQ(filtered.vmd.section_count, sections);
    EXPECT_EQ(filtered.vmd.bone_keys, std::vector{vmd.bone_keys[1]});
  }
}

// Each section alone decides where the motion begins.
TEST(FilterEdges, EverySectionCountsForTheShift) {
  Vmd all = motion({bone("頭", 20)}, {test::morph("あ", 20, 1)}, {test::property(20, true)});
  all.camera_keys = {test::camera(20)};
  all.light_keys = {test::light(20)};
  all.shadow_keys = {test::shadow(20)};
  FilterOptions options;
  options.shift = true;
  const auto shifted_by = [&](const auto& change) {
    Vmd vmd = all;
    change(vmd);
    return filter(vmd, options).report.shifted_by;
  };
  EXPECT_EQ(shifted_by([](Vmd&) {}), 20U);
  EXPECT_EQ(shifted_by([](Vmd& v) { v.bone_keys[0].frame = 7; }), 7U);
  EXPECT_EQ(shifted_by([](Vmd& v) { v.morph_keys[0].frame = 7; }), 7U);
  EXPECT_EQ(shifted_by([](Vmd& v) { v.camera_keys[0].frame = 7; }), 7U);
  EXPECT_EQ(shifted_by([](Vmd& v) { v.light_keys[0].frame = 7; }), 7U);
  EXPECT_EQ(shifted_by([](Vmd& v) { v.shadow_keys[0].frame = 7; }), 7U);
  EXPECT_EQ(shifted_by([](Vmd& v) { v.property_keys[0].frame = 7; }), 7U);
  EXPECT_EQ(shifted_by([](Vmd& v) { v.bone_keys[0].frame = 0; }), 0U);
  options.frames = FrameRange{10, 30};
  EXPECT_EQ(shifted_by([](Vmd& v) { v.bone_keys[0].frame = 7; }), 20U) << "dropped keys do not";
}

TEST(FilterEdges, EveryFrameNumberCanBeKeptAndShifted) {  // KEY-02
  for (const std::uint32_t frame : {0U, 0x7FFFFFF0U, 0xFFFFFFF0U, 0xFFFFFFFEU, 0xFFFFFFFFU}) {
    const Vmd vmd = motion({bone("頭", frame)});
    FilterOptions options;
    options.frames = FrameRange{frame, frame};
    EXPECT_TRUE(filter(vmd, options).report.unchanged) << frame;
    options.shift = true;
    const Filtered filtered = filter(vmd, options);
    EXPECT_EQ(filtered.report.shifted_by, frame);
    EXPECT_EQ(filtered.vmd.bone_keys.at(0).frame, 0U) << frame;
  }
}

TEST(FilterEdges, NothingKeptIsShiftedByNothing) {
  FilterOptions options = bones("none");
  options.shift = true;
  const Filtered filtered = filter(motion({bone("頭", 5)}), options);
  EXPECT_EQ(filtered.report.shifted_by, 0U);
  EXPECT_EQ(filtered.bytes.size(), 74U);
}

TEST(FilterEdges, StopsWhenTheSinkDoes) {
  const auto bytes = write_vmd(motion({bone("頭", 0), bone("首", 1)}));
  auto codec = NameCodec::open(NameEncoding::kCp932);
  Diagnostics diagnostics;
  const auto layout = scan_vmd(bytes, diagnostics);
  const auto plan = plan_filter(*layout, bones("首"), *codec);
  int most = 0;
  EXPECT_TRUE(write_filtered(*layout, *plan, [&](auto) { return ++most, Status{}; }));
  for (int fails_at = 1; fails_at <= most; ++fails_at) {
    int calls = 0;
    const Status written = write_filtered(*layout, *plan, [&](auto) -> Status {
      if (++calls == fails_at) return fail({ErrorCode::kIo, "disk full"});
      return {};
    });
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().message, "disk full");
    EXPECT_EQ(calls, fails_at) << "nothing is written after a failure";
  }
}

}  // namespace
}  // namespace mmdkit
