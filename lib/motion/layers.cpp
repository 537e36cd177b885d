#include "motion/layers.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "format/name_table.h"

namespace mmdkit {
namespace {

/// Collects the tracks of all sources by name. `tracks` picks them from a motion.
template <class Track, class Tracks>
std::vector<TrackMix<Track>> mixes(const LoadedStack& stack, const Tracks& tracks) {
  std::vector<TrackMix<Track>> all;
  std::unordered_map<std::string_view, std::size_t> index;
  const auto mix_of = [&](const Track& track) -> TrackMix<Track>& {
    const auto [known, added] = index.try_emplace(track.name, all.size());
    if (added) all.push_back({track.name, nullptr, {}});
    return all[known->second];
  };
  if (stack.base)
    for (const Track& track : tracks(stack.base->motion)) mix_of(track).base = &track;
  for (const StackLayer& layer : stack.layers)
    for (const Track& track : tracks(layer.source.motion))
      mix_of(track).layers.push_back({&layer, &track});
  return all;
}

/// Samples the override layers of `mix` that act at `frame` into `out`.
template <class Mix, class Weighted, class Sample>
void sample_overrides(const Mix& mix, double frame, std::vector<Weighted>& out,
                      const Sample& sample_layer) {
  out.clear();
  for (std::size_t i = 0; i < mix.layers.size(); ++i) {
    const StackLayer& layer = *mix.layers[i].layer;
    if (layer.layer.mode != LayerMode::kOverride) continue;
    const double weight = layer_weight(layer.layer, layer.clock, frame);
    if (weight > 0) out.push_back({sample_layer(i), weight});
  }
}

/// Calls `apply(layer, i, weight)` for the additive layers of `mix` that act at `frame`.
template <class Mix, class Apply>
void for_additive(const Mix& mix, double frame, const Apply& apply) {
  for (std::size_t i = 0; i < mix.layers.size(); ++i) {
    const StackLayer& layer = *mix.layers[i].layer;
    if (layer.layer.mode != LayerMode::kAdditive) continue;
    const double weight = layer_weight(layer.layer, layer.clock, frame);
    if (weight > 0) apply(layer, i, weight);
  }
}

/// Keys of `track`, moved by `moved_by`, give the same values on `range` without those outside it.
template <class Track>
bool survives_cut(const Track& track, std::int64_t moved_by, const FrameRange& range) {
  const std::int64_t first = range.first, last = range.last;
  const auto at = [&](std::int64_t frame) {
    return frame - moved_by >= 0 &&
           std::ranges::binary_search(track.frames, frame - moved_by, {},
                                      [](std::uint32_t f) { return std::int64_t{f}; });
  };
  const bool starts_inside = track.frames.front() + moved_by >= first || at(first);
  const bool ends_inside = track.frames.back() + moved_by <= last || at(last);
  return starts_inside && ends_inside;
}

template <class Track>
std::optional<SoleSource<Track>> find_sole_source(const LoadedStack& stack,
                                                  const TrackMix<Track>& mix) {
  SoleSource<Track> sole;
  if (mix.layers.empty()) {
    sole = {&*stack.base, mix.base, 0};
  } else {
    const LayerTrack<Track>& only = mix.layers.front();
    if (mix.layers.size() > 1 || !replaces_everything(stack, *only.layer, sole.moved_by))
      return std::nullopt;
    // Here the base of `composite` is a source of its own, and never leaves.
    if (stack.mode == BlendMode::kComposite && mix.base != nullptr) return std::nullopt;
    sole.source = &only.layer->source;
    sole.track = only.track;
  }
  if (!survives_cut(*sole.track, sole.moved_by, stack.frames)) return std::nullopt;
  return sole;
}

}  // namespace

double natural_end(const LoadedStack& stack) {
  double end = -1;
  if (stack.base) end = stack.base->motion.last_frame;
  double one_pass = 0;
  for (const StackLayer& each : stack.layers) {
    const LayerClock& clock = each.clock;
    if (std::isfinite(clock.end))
      end = std::max(end, clock.end);
    else
      one_pass = std::max(one_pass, clock.start + (clock.last - clock.first) / clock.speed);
  }
  return std::max(0.0, end < 0 ? one_pass : end);
}

std::vector<BoneMix> bone_mixes(const LoadedStack& stack) {
  return mixes<BoneTrack>(
      stack, [](const Motion& m) -> const auto& { return m.bones; });
}

std::vector<MorphMix> morph_mixes(const LoadedStack& stack) {
  return mixes<MorphTrack>(
      stack, [](const Motion& m) -> const auto& { return m.morphs; });
}

BonePose evaluate(const LoadedStack& stack, const BoneMix& mix, double frame, MixCursor& cursor) {
  cursor.layers.resize(mix.layers.size());
  const auto sample_layer = [&](std::size_t i) {
    const LayerTrack<BoneTrack>& each = mix.layers[i];
    return sample(*each.track, source_frame(each.layer->clock, frame), stack.curves,
                  cursor.layers[i]);
  };
  sample_overrides(mix, frame, cursor.poses, sample_layer);
  BonePose base;
  if (mix.base != nullptr) base = sample(*mix.base, frame, stack.curves, cursor.base);
  BonePose pose = blend(stack.mode, mix.base != nullptr ? &base : nullptr, cursor.poses);
  for_additive(mix, frame, [&](const StackLayer& layer, std::size_t i, double weight) {
    BonePose reference;
    std::size_t hint = 0;
    if (layer.layer.reference)
      reference = sample(*mix.layers[i].track, *layer.layer.reference, stack.curves, hint);
    pose = add(pose, sample_layer(i), reference, weight);
  });
  return pose;
}

double evaluate(const LoadedStack& stack, const MorphMix& mix, double frame, MixCursor& cursor) {
  cursor.layers.resize(mix.layers.size());
  const auto sample_layer = [&](std::size_t i) {
    const LayerTrack<MorphTrack>& each = mix.layers[i];
    return sample(*each.track, source_frame(each.layer->clock, frame), cursor.layers[i]);
  };
  sample_overrides(mix, frame, cursor.values, sample_layer);
  double base = 0;
  if (mix.base != nullptr) base = sample(*mix.base, frame, cursor.base);
  double value = blend(stack.mode, mix.base != nullptr ? &base : nullptr, cursor.values);
  for_additive(mix, frame, [&](const StackLayer& layer, std::size_t i, double weight) {
    std::size_t hint = 0;
    const double reference =
        layer.layer.reference ? sample(*mix.layers[i].track, *layer.layer.reference, hint) : 0;
    value += (sample_layer(i) - reference) * weight;
  });
  return value;
}

bool takes_every_ik_bone(const MotionSource& source) {
  NameTable names;
  for (const VmdPropertyKey& key : source.vmd.property_keys)
    for (const VmdIkState& state : key.ik_states) names.intern(name_bytes(state.name));
  return names.size() == source.motion.properties.ik.size();
}

bool replaces_everything(const LoadedStack& stack, const StackLayer& layer,
                         std::int64_t& moved_by) {
  const LayerClock& clock = layer.clock;
  // The base (or rest) is a source of weight 1 in `normalized`: nothing replaces it.
  return stack.mode != BlendMode::kNormalized && layer.layer.mode == LayerMode::kOverride &&
         std::ranges::all_of(layer.layer.weight,
                             [](const WeightPoint& p) { return p.weight >= 1; }) &&
         layer.layer.fade_in == 0 && layer.layer.fade_out == 0 &&
         (!clock.bounded_start || clock.start <= stack.frames.first) &&
         (!clock.bounded_end || clock.end >= stack.frames.last) &&
         moves_only(layer.layer, moved_by);
}

std::optional<SoleSource<BoneTrack>> sole_source(const LoadedStack& stack, const BoneMix& mix) {
  return find_sole_source(stack, mix);
}

std::optional<SoleSource<MorphTrack>> sole_source(const LoadedStack& stack, const MorphMix& mix) {
  return find_sole_source(stack, mix);
}

}  // namespace mmdkit
