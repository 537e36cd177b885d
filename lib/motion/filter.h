#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "format/vmd_layout.h"
#include "motion/frame_range.h"
#include "motion/selection.h"

// The binary filter: bytes to bytes. Records are kept or dropped, never encoded anew.

namespace mmdkit {

/// What to keep. A record stays if every test lets it stay; by default all do.
struct FilterOptions {
  std::optional<Selection> bones;
  std::optional<Selection> morphs;
  std::optional<Selection> ik_names;  ///< Entries inside property keys; the keys themselves stay.
  std::optional<FrameRange> frames;   ///< For all sections.
  bool shift = false;                 ///< Move everything so that the first kept frame becomes 0.
  /// Sections that are not listed lose all records; their count becomes 0.
  std::array<bool, kVmdSectionCount> sections = {true, true, true, true, true, true};
};

/// How many records of a name, or of a section, stay.
struct KeptCount {
  std::uint32_t kept = 0;
  std::uint32_t dropped = 0;
};

/// One distinct name of a section.
struct NameCount {
  FileName name;
  KeptCount keys;
};

/// What a filter does, for people and for JSON.
struct FilterReport {
  std::array<KeptCount, kVmdSectionCount> sections{};
  std::vector<NameCount> bones, morphs, ik_names;  ///< In order of first occurrence.
  /// How each term of --bones, --morphs, --ik-names fared; empty without that option.
  std::optional<SelectedNames> bone_terms, morph_terms, ik_terms;
  std::uint32_t shifted_by = 0;  ///< Frames subtracted from every kept record.
  /// A property key from before the range was copied to its first frame, to keep the state there.
  std::optional<std::uint32_t> state_copied_from;
  bool unchanged = false;  ///< The output is the input, byte for byte.
};

/// A filter made ready for one file.
struct FilterPlan {
  /// Per record 1 to keep, 0 to drop, for the five sections of fixed-size records.
  std::array<std::vector<std::uint8_t>, 5> keep;
  std::uint32_t property_count = 0;
  std::vector<std::byte> property_records;  ///< As they will be written.
  FilterReport report;
};

/// Decides what stays of `layout`. Fails as `Selection::apply` does.
///
/// A kept frame lies in `options.frames`. So that IK and visibility are right from the first frame
/// on, the last property key before the range stands in as a copy at its first frame, unless a key
/// is there. No other key is made. Order, header and everything behind the sections stay.
Result<FilterPlan> plan_filter(const VmdLayout& layout, const FilterOptions& options,
                               NameCodec& codec);

/// Receives the output in pieces.
using ByteSink = std::function<Status(std::span<const std::byte>)>;

/// Writes the filtered file to `sink`, runs of kept records at once. `plan` must be of `layout`.
Status write_filtered(const VmdLayout& layout, const FilterPlan& plan, const ByteSink& sink);

}  // namespace mmdkit
