#include "motion/filter.h"

#include <gtest/gtest.h>

#include "format/vmd_reader.h"
#include "format/vmd_writer.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

using test::bone;
using test::morph;
using test::motion;
using test::property;

Selection selection(std::string_view text) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  return *Selection::compile(*selection_terms(text), *codec);
}

FilterOptions bones(std::string_view text) {
  FilterOptions options;
  options.bones = selection(text);
  return options;
}

struct Filtered {
  std::vector<std::byte> bytes;
  Vmd vmd;
  FilterReport report;
};

Filtered filter(const std::vector<std::byte>& bytes, const FilterOptions& options) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  Diagnostics diagnostics;
  const auto layout = scan_vmd(bytes, diagnostics);
  const auto plan = plan_filter(*layout, options, *codec);
  Filtered filtered;
  filtered.report = plan->report;
  const Status written = write_filtered(*layout, *plan, [&](std::span<const std::byte> piece) {
    filtered.bytes.insert(filtered.bytes.end(), piece.begin(), piece.end());
    return Status{};
  });
  EXPECT_TRUE(written);
  auto vmd = read_vmd(filtered.bytes, diagnostics);
  EXPECT_TRUE(vmd) << "the output is itself a motion";
  if (vmd) filtered.vmd = std::move(*vmd);
  return filtered;
}

Filtered filter(const Vmd& vmd, const FilterOptions& options) {
  return filter(write_vmd(vmd), options);
}

/// One key per bone at frame i, as the published vectors have it.
Vmd keys_of(std::initializer_list<const char*> names) {
  Vmd vmd = motion({});
  for (const char* name : names)
    vmd.bone_keys.push_back(bone(name, static_cast<std::uint32_t>(vmd.bone_keys.size())));
  vmd.section_count = 6;
  return vmd;
}

std::vector<std::string> names_of(const Vmd& vmd) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  std::vector<std::string> names;
  for (const VmdBoneKey& key : vmd.bone_keys)
    names.push_back(codec->decode(name_bytes(key.name)).text);
  return names;
}

using Names = std::vector<std::string>;

TEST(Filter, WithoutADropGivesBackTheInput) {  // F1 to F4, F12
  struct Case {
    std::initializer_list<const char*> input;
    const char* bones;
  };
  for (const Case& c :
       {Case{{"上半身", "下半身", "首"}, "上半身,下半身,首"},
        Case{{"左腕", "右腕"}, "左腕,右腕,首"}, Case{{}, "センター"}, Case{{"センター"}, "*"}}) {
    const auto bytes = write_vmd(keys_of(c.input));
    const Filtered filtered = filter(bytes, bones(c.bones));
    EXPECT_EQ(filtered.bytes, bytes);
    EXPECT_TRUE(filtered.report.unchanged);
  }
  EXPECT_TRUE(filter(keys_of({"センター"}), {}).report.unchanged);
  EXPECT_TRUE(filter(keys_of({}), {}).report.unchanged);
}

TEST(Filter, KeepsTheRecordsOfTheNamedBones) {  // F5, F6, F10, F11
  EXPECT_EQ(names_of(filter(keys_of({"左腕", "右腕", "左ひじ", "右ひじ"}), bones("左腕,右腕")).vmd),
            (Names{"左腕", "右腕"}));
  EXPECT_EQ(
      names_of(filter(keys_of({"左腕", "右腕", "左ひじ", "右ひじ"}), bones("右ひじ,左腕")).vmd),
      (Names{"左腕", "右ひじ"}))
      << "the order is that of the file";
  EXPECT_EQ(
      names_of(
          filter(keys_of({"左ひじ", "右ひじ", "左手首", "右手首"}), bones("左ひじ,左手首")).vmd),
      (Names{"左ひじ", "左手首"}));
  EXPECT_EQ(names_of(filter(keys_of({"上半身", "下半身", "頭"}), bones("頭")).vmd), (Names{"頭"}));
}

TEST(Filter,
     GivesFilesOfThePublishedSizes) {  // F7, F8, F9; the writer there stops after four counts
  Vmd vmd = keys_of({"上半身", "首", "左腕"});
  vmd.morph_keys = {morph("あ", 0, 1)};
  Filtered filtered = filter(vmd, bones("上半身"));
  EXPECT_EQ(filtered.vmd.bone_keys.size(), 1U);
  EXPECT_EQ(filtered.vmd.morph_keys.size(), 1U);
  EXPECT_EQ(filtered.bytes.size(), 208U);
  EXPECT_EQ(filter(keys_of({"センター", "上半身"}), bones("センター")).bytes.size(), 185U);
  filtered = filter(keys_of({"センター", "上半身"}), bones("存在しない骨"));
  EXPECT_EQ(filtered.vmd.bone_keys.size(), 0U);
  EXPECT_EQ(filtered.bytes.size(), 74U);
}

TEST(Filter, CanFilterWhatItFiltered) {  // F13
  const Filtered once = filter(keys_of({"左腕", "右腕", "首"}), bones("左腕,首"));
  EXPECT_EQ(names_of(filter(once.bytes, bones("左腕")).vmd), (Names{"左腕"}));
}

TEST(Filter, ComparesNamesUpToTheirNul) {  // NAME-01
  Vmd vmd = keys_of({"センター", "頭"});
  vmd.bone_keys[0].name[9] = '\xFD';
  vmd.bone_keys[0].name[14] = 'D';
  const Filtered filtered = filter(vmd, bones("センター"));
  ASSERT_EQ(filtered.vmd.bone_keys.size(), 1U);
  EXPECT_EQ(filtered.vmd.bone_keys[0], vmd.bone_keys[0]) << "padding and all";
}

TEST(Filter, KeepsPropertyKeysUnlessAskedTo) {  // PROP-03
  Vmd vmd = keys_of({"左足", "左ひざ", "首"});
  vmd.property_keys = {property(0, true, {{"左足ＩＫ", false}, {"右足ＩＫ", true}})};
  EXPECT_EQ(filter(vmd, bones("左足,左ひざ")).vmd.property_keys, vmd.property_keys);
  FilterOptions options;
  options.ik_names = selection("左*");
  const Filtered filtered = filter(vmd, options);
  EXPECT_EQ(filtered.vmd.property_keys.at(0), property(0, true, {{"左足ＩＫ", false}}));
  EXPECT_EQ(filtered.report.ik_names.at(1).keys.dropped, 1U);
  options.ik_names = selection("none");
  EXPECT_EQ(filter(vmd, options).vmd.property_keys.at(0), property(0, true)) << "visibility stays";
  options = {};
  options.sections = {true, true, true, true, true, false};
  EXPECT_TRUE(filter(vmd, options).vmd.property_keys.empty());
}

TEST(Filter, CarriesTheStateIntoTheRange) {
  Vmd vmd = motion({bone("頭", 0), bone("頭", 20)}, {},
                   {property(10, false), property(0, true), property(30, true)});
  FilterOptions options;
  options.frames = FrameRange{15, 25};
  Filtered filtered = filter(vmd, options);
  EXPECT_EQ(filtered.vmd.property_keys, std::vector{property(15, false)});
  EXPECT_EQ(filtered.report.state_copied_from, 10U);
  EXPECT_EQ(filtered.vmd.bone_keys.size(), 1U) << "no bone key is made at the cut";
  options.frames = FrameRange{10, 25};
  filtered = filter(vmd, options);
  EXPECT_EQ(filtered.vmd.property_keys, std::vector{property(10, false)});
  EXPECT_EQ(filtered.report.state_copied_from, std::nullopt) << "a key is there already";
  // A motion of nothing else is changed too, although no record is dropped.
  filtered = filter(motion({}, {}, {property(0, true)}), options);
  EXPECT_FALSE(filtered.report.unchanged);
  EXPECT_EQ(filtered.vmd.property_keys, std::vector{property(10, true)});
}

TEST(Filter, ShiftsEverySectionByTheSameFrames) {
  Vmd vmd = motion({bone("頭", 12), bone("頭", 5)}, {morph("あ", 9, 1)}, {property(6, true)});
  vmd.camera_keys = {test::camera(20)};
  vmd.light_keys = {test::light(7)};
  vmd.shadow_keys = {test::shadow(8)};
  FilterOptions options;
  options.shift = true;
  const Filtered filtered = filter(vmd, options);
  EXPECT_EQ(filtered.report.shifted_by, 5U);
  Vmd expected = vmd;
  const auto shift = [](auto& keys) {
    for (auto& key : keys) key.frame -= 5;
  };
  shift(expected.bone_keys);
  shift(expected.morph_keys);
  shift(expected.camera_keys);
  shift(expected.light_keys);
  shift(expected.shadow_keys);
  shift(expected.property_keys);
  EXPECT_EQ(filtered.vmd, expected);
}

TEST(Filter, LeavesWhatIsNotCountedWhereItIs) {
  Vmd vmd = keys_of({"頭", "首"});
  vmd.uncounted_camera_keys = {test::camera(0)};
  vmd.section_count = 4;
  Vmd expected = vmd;
  expected.bone_keys.erase(expected.bone_keys.begin());
  EXPECT_EQ(filter(vmd, bones("首")).vmd, expected);
  vmd = keys_of({"頭", "首"});
  vmd.trailing = test::bytes_of("01 02 03");
  EXPECT_EQ(filter(vmd, bones("首")).vmd.trailing, vmd.trailing);
}

}  // namespace
}  // namespace mmdkit
