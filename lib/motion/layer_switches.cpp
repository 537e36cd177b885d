#include "motion/layer_switches.h"

#include <algorithm>
#include <map>
#include <optional>

#include "motion/property_state.h"

namespace mmdkit {
namespace {

constexpr double kDecidingWeight = 0.5;

/// A layer that has a say, at one frame.
struct Voice {
  const PropertyTrack* track;
  double frame;  ///< Of the source.
};

std::vector<const StackLayer*> layers_with_switches(const LoadedStack& stack) {
  std::vector<const StackLayer*> layers;
  for (const StackLayer& each : stack.layers)
    if (each.layer.mode == LayerMode::kOverride && !each.source.motion.properties.frames.empty())
      layers.push_back(&each);
  return layers;
}

const PropertyTrack* base_switches(const LoadedStack& stack) {
  if (!stack.base || stack.base->motion.properties.frames.empty()) return nullptr;
  return &stack.base->motion.properties;
}

/// Names an IK bone in every source.
class IkNames {
 public:
  void add(const PropertyTrack& track) {
    for (const IkTrack& ik : track.ik)
      if (index_.try_emplace(ik.name, names_.size()).second) names_.push_back(ik.name);
  }
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> index_;
};

const IkTrack* find_ik(const PropertyTrack& track, std::string_view name) {
  const auto found = std::ranges::find(track.ik, name, &IkTrack::name);
  return found == track.ik.end() ? nullptr : &*found;
}

/// What the sources say about one output frame.
struct SwitchState {
  bool visible = true;
  std::vector<bool> ik;
  friend bool operator==(const SwitchState&, const SwitchState&) = default;
};

SwitchState state_at(const PropertyTrack* base, const std::vector<Voice>& voices,
                     const std::vector<std::string>& names, double frame) {
  SwitchState state;
  state.visible = base == nullptr || visible_at(*base, frame);
  for (const Voice& voice : voices) state.visible &= visible_at(*voice.track, voice.frame);
  for (const std::string& name : names) {
    const IkTrack* of_base = base == nullptr ? nullptr : find_ik(*base, name);
    bool on = of_base == nullptr || ik_enabled_at(*base, *of_base, frame);
    for (const Voice& voice : voices)
      if (const IkTrack* ik = find_ik(*voice.track, name))
        on = on && ik_enabled_at(*voice.track, *ik, voice.frame);
    state.ik.push_back(on);
  }
  return state;
}

VmdPropertyKey make_key(std::uint32_t frame, const SwitchState& state,
                        const std::vector<std::string>& names) {
  VmdPropertyKey key;
  key.frame = frame;
  key.visible = state.visible ? 1 : 0;
  for (std::size_t i = 0; i < names.size(); ++i)
    key.ik_states.push_back(
        {name_field<kVmdLongNameBytes>(names[i]), static_cast<std::uint8_t>(state.ik[i] ? 1 : 0)});
  return key;
}

/// The records of one source, moved and cut to the output frames. Where the cut takes keys away, a
/// key at the first frame sets the state that holds there.
std::vector<VmdPropertyKey> records_of(const MotionSource& source, std::int64_t moved_by,
                                       const FrameRange& range) {
  std::vector<VmdPropertyKey> keys;
  const PropertyTrack& track = source.motion.properties;
  bool some_before = false;
  for (std::size_t i = 0; i < track.frames.size(); ++i) {
    const std::int64_t frame = track.frames[i] + moved_by;
    some_before |= frame < range.first;
    if (frame < range.first || frame > range.last) continue;
    keys.push_back(source.vmd.property_keys[track.records[i]]);
    keys.back().frame = static_cast<std::uint32_t>(frame);
  }
  if (!some_before && !keys.empty()) return keys;
  const std::int64_t source_first =
      std::clamp<std::int64_t>(range.first - moved_by, 0, FrameRange{}.last);
  auto state =
      property_state_at(source.vmd.property_keys, static_cast<std::uint32_t>(source_first));
  state->frame = range.first;
  if (!keys.empty() && keys.front().frame == range.first) keys.erase(keys.begin());
  keys.insert(keys.begin(), std::move(*state));
  return keys;
}

}  // namespace

std::vector<VmdPropertyKey> bake_switches(const LoadedStack& stack) {
  const PropertyTrack* base = base_switches(stack);
  const std::vector<const StackLayer*> layers = layers_with_switches(stack);
  if (layers.empty())
    return base == nullptr ? std::vector<VmdPropertyKey>{}
                           : records_of(*stack.base, 0, stack.frames);
  std::int64_t moved_by = 0;
  if (base == nullptr && layers.size() == 1 && takes_every_ik_bone(layers[0]->source) &&
      replaces_everything(stack, *layers[0], moved_by))
    return records_of(layers[0]->source, moved_by, stack.frames);

  IkNames names;
  if (base != nullptr) names.add(*base);
  for (const StackLayer* layer : layers) names.add(layer->source.motion.properties);
  std::vector<VmdPropertyKey> keys;
  std::optional<SwitchState> last;
  std::vector<Voice> voices;
  for (std::uint64_t frame = stack.frames.first; frame <= stack.frames.last; ++frame) {
    const auto time = static_cast<double>(frame);
    voices.clear();
    for (const StackLayer* layer : layers)
      if (layer_weight(layer->layer, layer->clock, time) >= kDecidingWeight)
        voices.push_back({&layer->source.motion.properties, source_frame(layer->clock, time)});
    SwitchState state = state_at(base, voices, names.all(), time);
    if (last == state) continue;
    keys.push_back(make_key(static_cast<std::uint32_t>(frame), state, names.all()));
    last = std::move(state);
  }
  return keys;
}

}  // namespace mmdkit
