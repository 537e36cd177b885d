#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "format/vmd_reader.h"
#include "format/vmd_writer.h"
#include "motion/filter.h"
#include "motion/filter_property.h"
#include "support/random_vmd.h"
#include "support/vmd_builder.h"
#include "support/vmd_fixtures.h"

// What holds for every file and every option: the filter against a slow one over structs.

namespace mmdkit {
namespace {

using NameSet = std::set<std::string>;

/// A request in plain sets, from which both filters are made.
struct Request {
  struct Names {
    NameSet bytes;
    bool drop = false;  ///< Keep all but these.
    bool keeps(std::string_view name) const { return bytes.contains(std::string(name)) != drop; }
  };
  std::optional<Names> bones, morphs, ik;
  std::optional<FrameRange> frames;
  bool shift = false;
  std::array<bool, kVmdSectionCount> sections = {true, true, true, true, true, true};
};

std::optional<Request::Names> random_names(test::Random& random,
                                           std::initializer_list<const char*> candidates) {
  if (random.chance(0.4)) return std::nullopt;
  Request::Names names;
  names.drop = random.chance(0.5);
  for (const char* name : candidates)
    if (random.chance(0.4)) names.bytes.insert(test::cp932(name));
  if (names.bytes.empty()) return std::nullopt;
  return names;
}

Request random_request(test::Random& random) {
  Request request;
  request.bones =
      random_names(random, {"センター", "左腕", "右腕", "頭", "左足ＩＫ", "上半身2", "none"});
  request.morphs = random_names(random, {"あ", "まばたき", "笑い"});
  request.ik = random_names(random, {"センター", "左腕", "左足ＩＫ"});
  if (random.chance(0.5)) {
    const std::uint32_t first = random.below(50);
    request.frames = FrameRange{first, first + random.below(40)};
  }
  request.shift = random.chance(0.3);
  for (bool& section : request.sections) section = random.chance(0.85);
  return request;
}

std::optional<Selection> selection(const std::optional<Request::Names>& names) {
  if (!names) return std::nullopt;
  auto codec = NameCodec::open(NameEncoding::kCp932);
  std::vector<std::string> terms;
  for (const std::string& bytes : names->bytes)
    terms.push_back((names->drop ? "!" : "") + codec->decode(bytes).text);
  return *Selection::compile(terms, *codec);
}

FilterOptions options_of(const Request& request) {
  FilterOptions options;
  options.bones = selection(request.bones);
  options.morphs = selection(request.morphs);
  options.ik_names = selection(request.ik);
  options.frames = request.frames;
  options.shift = request.shift;
  options.sections = request.sections;
  return options;
}

/// The sections of `vmd`, each with its index.
template <class Visit>
void each_section(Vmd& vmd, const Visit& visit) {
  visit(vmd.bone_keys, 0);
  visit(vmd.morph_keys, 1);
  visit(vmd.camera_keys, 2);
  visit(vmd.light_keys, 3);
  visit(vmd.shadow_keys, 4);
  visit(vmd.property_keys, 5);
}

/// `vmd` filtered. Which property keys stay is asked of `filter_properties`, which has a test of
/// its own; here it is about their place among the other sections.
Vmd slow_filter(Vmd vmd, const Request& request) {
  const auto bytes = write_vmd(vmd);
  Diagnostics diagnostics;
  auto codec = NameCodec::open(NameEncoding::kCp932);
  FilterReport report;
  vmd.property_keys =
      *filter_properties(*scan_vmd(bytes, diagnostics), options_of(request), *codec, report);
  each_section(vmd, [&](auto& keys, std::size_t section) {
    std::erase_if(keys, [&](const auto& key) {
      if (!request.sections[section]) return true;
      if (request.frames && !request.frames->contains(key.frame)) return true;
      if constexpr (requires { key.name; }) {
        const auto& names = section == 0 ? request.bones : request.morphs;
        return names && !names->keeps(name_bytes(key.name));
      }
      return false;
    });
  });
  if (!request.shift) return vmd;
  std::vector<std::uint32_t> frames;
  each_section(vmd, [&](auto& keys, std::size_t) {
    for (const auto& key : keys) frames.push_back(key.frame);
  });
  if (frames.empty()) return vmd;
  const std::uint32_t first = *std::ranges::min_element(frames);
  each_section(vmd, [&](auto& keys, std::size_t) {
    for (auto& key : keys) key.frame -= first;
  });
  return vmd;
}

struct Filtered {
  std::vector<std::byte> bytes;
  FilterReport report;
};

Filtered filter(const std::vector<std::byte>& bytes, const Request& request) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  Diagnostics diagnostics;
  const auto layout = scan_vmd(bytes, diagnostics);
  const auto plan = plan_filter(*layout, options_of(request), *codec);
  Filtered filtered;
  filtered.report = plan->report;
  EXPECT_TRUE(write_filtered(*layout, *plan, [&](std::span<const std::byte> piece) {
    filtered.bytes.insert(filtered.bytes.end(), piece.begin(), piece.end());
    return Status{};
  }));
  return filtered;
}

std::uint32_t kept_of(const std::vector<NameCount>& names) {
  return std::accumulate(names.begin(), names.end(), 0U,
                         [](std::uint32_t sum, const NameCount& n) { return sum + n.keys.kept; });
}

void expect_laws(const Vmd& vmd, const Request& request) {
  const auto bytes = write_vmd(vmd);
  const Filtered filtered = filter(bytes, request);
  Diagnostics diagnostics;
  auto read = read_vmd(filtered.bytes, diagnostics);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(*read, slow_filter(vmd, request));
  ASSERT_EQ(filtered.report.unchanged, filtered.bytes == bytes);

  Vmd input = vmd;
  std::array<std::size_t, kVmdSectionCount> before{};
  each_section(input, [&](auto& keys, std::size_t section) { before[section] = keys.size(); });
  each_section(*read, [&](auto& keys, std::size_t section) {
    const KeptCount& counts = filtered.report.sections[section];
    EXPECT_EQ(counts.kept, keys.size()) << "section " << section;
    EXPECT_EQ(counts.kept + counts.dropped, before[section]) << "section " << section;
  });
  EXPECT_EQ(kept_of(filtered.report.bones), read->bone_keys.size());
  EXPECT_EQ(kept_of(filtered.report.morphs), read->morph_keys.size());

  // Once filtered is filtered; after a shift the range means other frames.
  Request again = request;
  if (request.shift) again.frames.reset();
  EXPECT_EQ(filter(filtered.bytes, again).bytes, filtered.bytes);
}

Vmd random_file(test::Random& random) {
  Vmd vmd = test::random_vmd(random);
  if (vmd.camera_keys.empty() && vmd.trailing.empty() && vmd.section_count >= 4 &&
      vmd.version == VmdVersion::kV2 && random.chance(0.5))
    vmd.uncounted_camera_keys = {test::camera(0, -35)};
  return vmd;
}

TEST(FilterLaws, HoldForRandomFilesAndOptions) {
  test::Random random(71);
  for (int round = 0; round < 600; ++round) {
    SCOPED_TRACE("seed 71, round " + std::to_string(round));
    const Vmd vmd = random_file(random);
    expect_laws(vmd, random_request(random));
    if (HasFailure()) return;
  }
}

TEST(FilterLaws, HoldForEveryKindOfFile) {
  test::Random random(73);
  for (const test::VmdFixture& fixture : test::vmd_fixtures()) {
    if (fixture.findings == "error") continue;
    if (fixture.name.starts_with("numbers_that_are_none")) continue;  // NaN equals nothing
    Diagnostics diagnostics;
    const Vmd vmd = *read_vmd(fixture.bytes, diagnostics);
    for (int round = 0; round < 20; ++round) {
      SCOPED_TRACE(fixture.name + ", seed 73, round " + std::to_string(round));
      expect_laws(vmd, random_request(random));
      if (HasFailure()) return;
    }
  }
}

TEST(FilterLaws, NoOptionsGiveTheInput) {
  for (const test::VmdFixture& fixture : test::vmd_fixtures()) {
    if (fixture.findings == "error") continue;
    const Filtered filtered = filter(fixture.bytes, {});
    EXPECT_EQ(filtered.bytes, fixture.bytes) << fixture.name;
    EXPECT_TRUE(filtered.report.unchanged) << fixture.name;
  }
}

// Two cuts in a row are the cut of what both keep, for everything that does not depend on time.
TEST(FilterLaws, FilteringTwiceKeepsWhatBothKeep) {
  test::Random random(79);
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE("seed 79, round " + std::to_string(round));
    const auto bytes = write_vmd(random_file(random));
    Request first, second;
    first.bones = random_names(random, {"センター", "左腕", "右腕", "頭"});
    second.bones = random_names(random, {"左腕", "頭", "左足ＩＫ", "上半身2"});
    const auto ab = filter(filter(bytes, first).bytes, second).bytes;
    const auto ba = filter(filter(bytes, second).bytes, first).bytes;
    ASSERT_EQ(ab, ba);
  }
}

}  // namespace
}  // namespace mmdkit
