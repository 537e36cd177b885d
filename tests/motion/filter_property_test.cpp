#include "motion/filter_property.h"

#include <gtest/gtest.h>

#include <map>

#include "format/vmd_writer.h"
#include "support/random_vmd.h"
#include "support/vmd_builder.h"

// Visibility and IK switches after a cut: in every frame of the range they are what they were.

namespace mmdkit {
namespace {

using test::property;
constexpr std::array<const char*, 3> kIkBones = {"左足ＩＫ", "右足ＩＫ", "左つま先ＩＫ"};

struct Kept {
  std::vector<VmdPropertyKey> keys;
  FilterReport report;
};

Kept cut(const std::vector<VmdPropertyKey>& keys, const FilterOptions& options) {
  const auto bytes = write_vmd(test::motion({}, {}, keys));
  Diagnostics diagnostics;
  const auto layout = scan_vmd(bytes, diagnostics);
  auto codec = NameCodec::open(NameEncoding::kCp932);
  Kept kept;
  kept.keys = *filter_properties(*layout, options, *codec, kept.report);
  return kept;
}

std::vector<VmdPropertyKey> cut(const std::vector<VmdPropertyKey>& keys, FrameRange range) {
  FilterOptions options;
  options.frames = range;
  return cut(keys, options).keys;
}

/// What holds at `frame`, from the rules of the format alone: of equal frames the last record
/// counts; the first key also holds before itself; an IK bone that a key does not name keeps its
/// state, and is on until a key names it.
std::string state_at(const std::vector<VmdPropertyKey>& keys, std::uint32_t frame) {
  std::map<std::uint32_t, const VmdPropertyKey*> by_frame;
  for (const VmdPropertyKey& key : keys) by_frame[key.frame] = &key;
  bool visible = true;
  std::map<std::string, bool> on;
  for (const char* name : kIkBones) on[test::cp932(name)] = true;
  for (const auto& [at, key] : by_frame) {
    if (at > frame && at != by_frame.begin()->first) break;
    visible = key->visible != 0;
    for (const VmdIkState& state : key->ik_states)
      on[std::string(name_bytes(state.name))] = state.enabled != 0;
  }
  std::string text = visible ? "visible" : "hidden";
  for (const auto& [name, enabled] : on) text += enabled ? " on" : " off";
  return text;
}

void expect_same_state(const std::vector<VmdPropertyKey>& before, FrameRange range) {
  const auto after = cut(before, range);
  for (const VmdPropertyKey& key : after) EXPECT_TRUE(range.contains(key.frame));
  for (std::uint32_t frame = range.first; frame <= range.last; ++frame)
    ASSERT_EQ(state_at(after, frame), state_at(before, frame)) << "frame " << frame;
}

VmdPropertyKey random_key(test::Random& random, std::uint32_t frame, bool names_all) {
  std::vector<test::IkSwitch> ik;
  for (const char* name : kIkBones)
    if (names_all || random.chance(0.5)) ik.push_back({name, random.chance(0.5)});
  return property(frame, random.chance(0.5), std::move(ik));
}

// As MMD writes them: a key at frame 0, and every key names every IK bone.
TEST(FilterProperties, KeepTheStateOfMotionsAsMmdWritesThem) {
  test::Random random(61);
  for (int round = 0; round < 500; ++round) {
    SCOPED_TRACE("seed 61, round " + std::to_string(round));
    std::vector<VmdPropertyKey> keys = {random_key(random, 0, true)};
    for (std::uint32_t i = random.below(6); i > 0; --i)
      keys.push_back(random_key(random, random.below(30), true));
    const std::uint32_t first = random.below(30);
    expect_same_state(keys, {first, first + random.below(10)});
    if (HasFatalFailure()) return;
  }
}

// Tools write the switches that change and no others.
TEST(FilterProperties, KeepSwitchesThatTheLastKeyBeforeTheRangeDoesNotName) {
  const std::vector<VmdPropertyKey> keys = {property(0, true, {{"左足ＩＫ", false}}),
                                            property(10, true, {{"右足ＩＫ", false}})};
  expect_same_state(keys, {15, 20});  // the left one is still off
  expect_same_state(keys, {10, 20});  // also where a key stands at the first frame
}

// The first key holds before itself, so a cut in front of it may not lose it.
TEST(FilterProperties, KeepTheStateOfAFirstKeyBehindTheRange) {
  expect_same_state({property(30, false, {{"左足ＩＫ", false}})}, {0, 10});
}

TEST(FilterProperties, KeepTheStateOfAnyMotion) {
  test::Random random(67);
  for (int round = 0; round < 500; ++round) {
    SCOPED_TRACE("seed 67, round " + std::to_string(round));
    std::vector<VmdPropertyKey> keys;
    for (std::uint32_t i = random.below(6); i > 0; --i)
      keys.push_back(random_key(random, random.below(30), false));
    const std::uint32_t first = random.below(30);
    expect_same_state(keys, {first, first + random.below(10)});
    if (HasFatalFailure()) return;
  }
}

TEST(FilterProperties, OfEqualFramesTheLastRecordIsCarried) {
  EXPECT_EQ(cut({property(5, true), property(5, false), property(2, true)}, FrameRange{8, 9}),
            std::vector{property(8, false)});
}

// Tools also name a bone twice in one key, or switch it on by another number than 1.
TEST(FilterProperties, KeepTheStateOfKeysThatNoEditorWrites) {
  VmdPropertyKey twice =
      property(10, true, {{"左足ＩＫ", true}, {"右足ＩＫ", true}, {"左足ＩＫ", false}});
  twice.visible = 2;
  twice.ik_states[1].enabled = 7;
  for (const std::uint32_t first : {5U, 10U, 12U}) {
    expect_same_state({twice}, {first, 20});
    expect_same_state({property(0, false, {{"左つま先ＩＫ", false}}), twice}, {first, 20});
    expect_same_state({twice, property(10, false)}, {first, 20});
  }
}

TEST(FilterProperties, NothingIsCarriedThatTheOptionsDrop) {
  FilterOptions options;
  options.frames = FrameRange{8, 9};
  options.sections[static_cast<std::size_t>(VmdSectionId::kProperty)] = false;
  const Kept kept = cut({property(5, false)}, options);
  EXPECT_TRUE(kept.keys.empty());
  EXPECT_EQ(kept.report.state_copied_from, std::nullopt);
  EXPECT_EQ(kept.report.sections[5].dropped, 1U);
}

TEST(FilterProperties, DropExactlyTheEntriesThatAreNotSelected) {
  test::Random random(83);
  auto codec = NameCodec::open(NameEncoding::kCp932);
  FilterOptions options;
  options.ik_names = *Selection::compile(*selection_terms("!右足ＩＫ"), *codec);
  for (int round = 0; round < 200; ++round) {
    std::vector<VmdPropertyKey> keys;
    for (std::uint32_t i = random.below(6); i > 0; --i)
      keys.push_back(random_key(random, random.below(30), false));
    std::vector<VmdPropertyKey> expected = keys;
    for (VmdPropertyKey& key : expected)
      std::erase_if(key.ik_states, [](const VmdIkState& state) {
        return name_bytes(state.name) == test::cp932("右足ＩＫ");
      });
    ASSERT_EQ(cut(keys, options).keys, expected) << "seed 83, round " << round;
  }
}

TEST(FilterProperties, CountEveryKeyAndEveryEntryOfTheFile) {
  const std::vector<VmdPropertyKey> keys = {
      property(0, true, {{"左足ＩＫ", true}, {"右足ＩＫ", true}}),
      property(5, true, {{"左足ＩＫ", true}}), property(20, true, {{"右足ＩＫ", true}})};
  FilterOptions options;
  options.frames = FrameRange{0, 10};
  auto codec = NameCodec::open(NameEncoding::kCp932);
  options.ik_names = *Selection::compile(*selection_terms("左*"), *codec);
  const Kept kept = cut(keys, options);
  EXPECT_EQ(kept.report.sections[5].kept, 2U);
  EXPECT_EQ(kept.report.sections[5].dropped, 1U);
  std::uint32_t entries_kept = 0, entries = 0;
  for (const NameCount& name : kept.report.ik_names) {
    entries_kept += name.keys.kept;
    entries += name.keys.kept + name.keys.dropped;
  }
  EXPECT_EQ(entries_kept, 2U) << "左足ＩＫ at 0 and 5";
  EXPECT_EQ(entries, 4U) << "also the entry of the key behind the range";
}

// A switch that only a key outside the range names does occur in the file: asking for it is no
// mistake to be warned of.
TEST(FilterProperties, NamesOutsideTheRangeAreKnownToTheSelection) {
  FilterOptions options;
  options.frames = FrameRange{0, 10};
  auto codec = NameCodec::open(NameEncoding::kCp932);
  options.ik_names = *Selection::compile(*selection_terms("右足ＩＫ"), *codec);
  const Kept kept = cut({property(0, true), property(20, true, {{"右足ＩＫ", true}})}, options);
  ASSERT_TRUE(kept.report.ik_terms);
  EXPECT_EQ(kept.report.ik_terms->uses.at(0).matched, 1U);
}

}  // namespace
}  // namespace mmdkit
