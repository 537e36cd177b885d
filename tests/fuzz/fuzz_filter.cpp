#include <cstdint>
#include <cstring>

#include "format/vmd_layout.h"
#include "motion/filter.h"

namespace {

mmdkit::Selection selection(const char* text) {
  auto codec = mmdkit::NameCodec::open(mmdkit::NameEncoding::kCp932);
  return *mmdkit::Selection::compile(*mmdkit::selection_terms(text), *codec);
}

}  // namespace

// The first twelve bytes choose the options, the rest is the file. Contract: what is written is a
// motion with the records that the report counts; without options it is the input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mmdkit;
  constexpr std::size_t kOptionBytes = 12;
  if (size < kOptionBytes) return 0;
  const auto bytes = std::as_bytes(std::span(data, size)).subspan(kOptionBytes);
  static const Selection bones = selection("左*,!*ＩＫ*,センター"), morphs = selection("re:^あ|ま");
  FilterOptions options;
  if ((data[0] & 1) != 0) options.bones = bones;
  if ((data[0] & 2) != 0) options.morphs = morphs;
  if ((data[0] & 4) != 0) options.ik_names = bones;
  options.shift = (data[0] & 8) != 0;
  FrameRange range;
  std::memcpy(&range.first, data + 4, 4);
  std::memcpy(&range.last, data + 8, 4);
  if ((data[0] & 16) != 0 && range.first <= range.last) options.frames = range;
  for (std::size_t i = 0; i < kVmdSectionCount; ++i) options.sections[i] = (data[1] >> i & 1) == 0;

  Diagnostics diagnostics;
  const auto layout = scan_vmd(bytes, diagnostics);
  if (!layout) return 0;
  static auto codec = NameCodec::open(NameEncoding::kCp932);
  const auto plan = plan_filter(*layout, options, *codec);
  if (!plan) __builtin_trap();
  std::vector<std::byte> out;
  const Status written = write_filtered(*layout, *plan, [&](std::span<const std::byte> piece) {
    out.insert(out.end(), piece.begin(), piece.end());
    return Status{};
  });
  const auto again = scan_vmd(out, diagnostics);
  if (!written || !again) __builtin_trap();
  const bool no_options = data[0] == 0 && data[1] == 0;
  if (no_options && !plan->report.unchanged) __builtin_trap();
  if (plan->report.unchanged && !std::equal(out.begin(), out.end(), bytes.begin(), bytes.end()))
    __builtin_trap();
  for (const VmdSectionId id : {VmdSectionId::kBone, VmdSectionId::kMorph}) {
    const VmdSectionSpan& section = layout->section(id);
    const KeptCount& counts = plan->report.sections[static_cast<std::size_t>(id)];
    if (counts.kept + counts.dropped != section.count) __builtin_trap();
    if (again->section(id).count != counts.kept) __builtin_trap();
  }
  return 0;
}
