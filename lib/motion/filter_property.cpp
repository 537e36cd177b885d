#include "motion/filter_property.h"

#include <algorithm>

#include "format/vmd_reader.h"
#include "motion/property_state.h"

namespace mmdkit {
namespace {

/// Makes the state right from the first frame of the range on. Where a key is there, it is
/// completed; else the last key before the range is moved there; else, if no key is left at all,
/// the first key behind the range, whose state holds before it.
void carry_state(std::vector<VmdPropertyKey>& keys, const FrameRange& range, FilterReport& report) {
  const auto state = property_state_at(keys, range.first);
  if (!state) return;
  const auto at_start = std::ranges::find_if(
      keys.rbegin(), keys.rend(), [&](const auto& key) { return key.frame == range.first; });
  VmdPropertyKey* last_before = nullptr;
  VmdPropertyKey* first_of_all = nullptr;
  bool some_inside = false;
  for (VmdPropertyKey& key : keys) {
    some_inside |= range.contains(key.frame);
    if (key.frame < range.first && (last_before == nullptr || key.frame >= last_before->frame))
      last_before = &key;
    if (first_of_all == nullptr || key.frame <= first_of_all->frame) first_of_all = &key;
  }
  VmdPropertyKey* target = at_start != keys.rend() ? &*at_start : last_before;
  if (target == nullptr && !some_inside) target = first_of_all;
  if (target == nullptr || *target == *state) return;
  report.state_copied_from = at_start != keys.rend() ? last_before->frame : target->frame;
  *target = *state;
}

/// One decision per distinct IK name of the file.
struct IkDecision {
  NameTable table;
  std::vector<std::uint8_t> selected;
};

Result<IkDecision> decide_ik_names(const std::vector<VmdPropertyKey>& keys,
                                   const FilterOptions& options, NameCodec& codec,
                                   FilterReport& report) {
  IkDecision decision;
  for (const VmdPropertyKey& key : keys)
    for (const VmdIkState& state : key.ik_states) decision.table.intern(name_bytes(state.name));
  const std::vector<FileName> names = decision.table.decode(codec);
  decision.selected.assign(names.size(), 1);
  if (options.ik_names) {
    auto result = options.ik_names->apply(names);
    if (!result) return fail(std::move(result.error()));
    decision.selected = result->selected;
    report.ik_terms = std::move(*result);
  }
  for (const FileName& name : names) report.ik_names.push_back({name, {}});
  for (const VmdPropertyKey& key : keys)
    for (const VmdIkState& state : key.ik_states)
      ++report.ik_names[decision.table.intern(name_bytes(state.name))].keys.dropped;
  return decision;
}

}  // namespace

Result<std::vector<VmdPropertyKey>> filter_properties(const VmdLayout& layout,
                                                      const FilterOptions& options,
                                                      NameCodec& codec, FilterReport& report) {
  constexpr auto kProperty = static_cast<std::size_t>(VmdSectionId::kProperty);
  std::vector<VmdPropertyKey> keys = read_property_keys(layout);
  const auto all = static_cast<std::uint32_t>(keys.size());
  auto decision = decide_ik_names(keys, options, codec, report);
  if (!decision) return fail(std::move(decision.error()));
  if (!options.sections[kProperty]) keys.clear();
  if (options.frames) {
    carry_state(keys, *options.frames, report);
    std::erase_if(keys, [&](const auto& key) { return !options.frames->contains(key.frame); });
  }
  report.sections[kProperty].kept = static_cast<std::uint32_t>(keys.size());
  report.sections[kProperty].dropped = all - report.sections[kProperty].kept;
  for (VmdPropertyKey& key : keys)
    std::erase_if(key.ik_states, [&](const VmdIkState& state) {
      const std::uint32_t index = decision->table.intern(name_bytes(state.name));
      if (decision->selected[index] == 0) return true;
      // Switches that were carried over may outnumber those that the file has of the name.
      KeptCount& counts = report.ik_names[index].keys;
      ++counts.kept;
      if (counts.dropped > 0) --counts.dropped;
      return false;
    });
  return keys;
}

}  // namespace mmdkit
