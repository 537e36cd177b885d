#include "motion/property_state.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace mmdkit {
namespace {

/// The keys that count, ascending in time.
std::vector<const VmdPropertyKey*> in_time_order(std::span<const VmdPropertyKey> keys) {
  std::vector<const VmdPropertyKey*> order;
  for (const VmdPropertyKey& key : keys) order.push_back(&key);
  std::ranges::stable_sort(order, {}, [](const VmdPropertyKey* key) { return key->frame; });
  std::vector<const VmdPropertyKey*> counting;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (i + 1 == order.size() || order[i]->frame != order[i + 1]->frame)
      counting.push_back(order[i]);
  return counting;
}

}  // namespace

std::optional<VmdPropertyKey> property_state_at(std::span<const VmdPropertyKey> keys,
                                                std::uint32_t frame) {
  const std::vector<const VmdPropertyKey*> order = in_time_order(keys);
  if (order.empty()) return std::nullopt;
  std::size_t last = 0;
  while (last + 1 < order.size() && order[last + 1]->frame <= frame) ++last;

  VmdPropertyKey state = *order[last];
  state.frame = frame;
  std::unordered_map<std::string_view, const VmdIkState*> earlier;
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < last; ++i)
    for (const VmdIkState& ik : order[i]->ik_states) {
      const auto [known, added] = earlier.insert_or_assign(name_bytes(ik.name), &ik);
      if (added) names.push_back(known->first);
    }
  for (const VmdIkState& ik : order[last]->ik_states) earlier.erase(name_bytes(ik.name));
  for (const std::string_view name : names)
    if (const auto found = earlier.find(name); found != earlier.end())
      state.ik_states.push_back(*found->second);
  return state;
}

}  // namespace mmdkit
