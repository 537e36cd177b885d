#include "motion/filter_property.h"

#include <algorithm>

#include "format/vmd_reader.h"

namespace mmdkit {
namespace {

/// Moves the last key before the range to its first frame, if no key is there. "Last" is the
/// latest frame; of equal ones the later in the file, as for all duplicates.
void carry_state(std::vector<VmdPropertyKey>& keys, const FrameRange& range, FilterReport& report) {
  const auto at_start = [&](const VmdPropertyKey& key) { return key.frame == range.first; };
  if (std::ranges::any_of(keys, at_start)) return;
  VmdPropertyKey* last = nullptr;
  for (VmdPropertyKey& key : keys)
    if (key.frame < range.first && (last == nullptr || key.frame >= last->frame)) last = &key;
  if (last == nullptr) return;
  report.state_copied_from = last->frame;
  last->frame = range.first;
}

/// One decision per distinct IK name.
Status filter_ik_names(std::vector<VmdPropertyKey>& keys, const FilterOptions& options,
                       NameCodec& codec, FilterReport& report) {
  NameTable table;
  for (const VmdPropertyKey& key : keys)
    for (const VmdIkState& state : key.ik_states) table.intern(name_bytes(state.name));
  const std::vector<FileName> names = table.decode(codec);
  std::vector<std::uint8_t> selected(names.size(), 1);
  if (options.ik_names) {
    auto result = options.ik_names->apply(names);
    if (!result) return fail(std::move(result.error()));
    selected = result->selected;
    report.ik_terms = std::move(*result);
  }
  for (const FileName& name : names) report.ik_names.push_back({name, {}});
  for (VmdPropertyKey& key : keys)
    std::erase_if(key.ik_states, [&](const VmdIkState& state) {
      const std::uint32_t index = table.intern(name_bytes(state.name));
      KeptCount& counts = report.ik_names[index].keys;
      ++(selected[index] != 0 ? counts.kept : counts.dropped);
      return selected[index] == 0;
    });
  return {};
}

}  // namespace

Result<std::vector<VmdPropertyKey>> filter_properties(const VmdLayout& layout,
                                                      const FilterOptions& options,
                                                      NameCodec& codec, FilterReport& report) {
  constexpr auto kProperty = static_cast<std::size_t>(VmdSectionId::kProperty);
  std::vector<VmdPropertyKey> keys = read_property_keys(layout);
  const auto all = static_cast<std::uint32_t>(keys.size());
  if (!options.sections[kProperty]) keys.clear();
  if (options.frames) {
    carry_state(keys, *options.frames, report);
    std::erase_if(keys, [&](const auto& key) { return !options.frames->contains(key.frame); });
  }
  report.sections[kProperty].kept = static_cast<std::uint32_t>(keys.size());
  report.sections[kProperty].dropped = all - report.sections[kProperty].kept;
  if (Status named = filter_ik_names(keys, options, codec, report); !named)
    return fail(std::move(named.error()));
  return keys;
}

}  // namespace mmdkit
