#include "motion/bake.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/parallel.h"
#include "format/name_table.h"
#include "motion/keys.h"
#include "motion/layer_camera.h"
#include "motion/layer_switches.h"

namespace mmdkit {
namespace {

// What bones and morphs do alike is written once; these overloads are where they differ.
const std::vector<VmdBoneKey>& records_of(const Vmd& vmd, const BoneTrack&) {
  return vmd.bone_keys;
}
const std::vector<VmdMorphKey>& records_of(const Vmd& vmd, const MorphTrack&) {
  return vmd.morph_keys;
}

VmdBoneKey made_key(const BoneTrack& track, std::size_t i) {
  const Quat& r = track.rotations[i];
  const BonePose pose{DVec3(track.translations[i]), DQuat(r), track.curves[i].physics_on};
  VmdBoneKey key = make_bone_key(track.name, track.frames[i], pose, nullptr);
  key.interpolation = encode_bone_curves(track.curves[i]);
  return key;
}
VmdMorphKey made_key(const MorphTrack& track, std::size_t i) {
  return make_morph_key(track.name, track.frames[i], double(track.weights[i]));
}

VmdBoneKey sampled_key(const LoadedStack& stack, const BoneMix& mix, std::uint32_t frame,
                       MixCursor& cursor, const std::vector<VmdBoneKey>& before) {
  return make_bone_key(mix.name, frame, evaluate(stack, mix, frame, cursor),
                       before.empty() ? nullptr : &before.back());
}
VmdMorphKey sampled_key(const LoadedStack& stack, const MorphMix& mix, std::uint32_t frame,
                        MixCursor& cursor, const std::vector<VmdMorphKey>&) {
  return make_morph_key(mix.name, frame, evaluate(stack, mix, frame, cursor));
}

/// The keys of a track inside `range`, as their records have them but for the frame.
template <class Key, class Track>
std::vector<Key> kept_keys(const SoleSource<Track>& sole, const FrameRange& range) {
  const std::vector<Key>& records = records_of(sole.source->vmd, *sole.track);
  std::vector<Key> keys;
  for (std::size_t i = 0; i < sole.track->frames.size(); ++i) {
    const std::int64_t frame = sole.track->frames[i] + sole.moved_by;
    if (frame < range.first || frame > range.last) continue;
    const std::uint32_t record = sole.track->records[i];
    keys.push_back(record == kNoRecord ? made_key(*sole.track, i) : records[record]);
    keys.back().frame = static_cast<std::uint32_t>(frame);
  }
  return keys;
}

template <class Key, class Track>
std::vector<Key> sampled_keys(const LoadedStack& stack, const TrackMix<Track>& mix) {
  std::vector<Key> keys;
  StretchReducer<Key> reducer(keys);
  MixCursor cursor;
  for (std::uint64_t frame = stack.frames.first; frame <= stack.frames.last; ++frame) {
    Key key = sampled_key(stack, mix, static_cast<std::uint32_t>(frame), cursor, keys);
    if (stack.keys == KeyPlacement::kEveryFrame)
      keys.push_back(key);
    else
      reducer.push(key);
  }
  return keys;
}

/// Bakes all mixes of one kind in parallel and appends their keys in the order of the mixes.
template <class Key, class Track>
std::vector<BakedTrack> bake_tracks(const LoadedStack& stack,
                                    const std::vector<TrackMix<Track>>& mixes, unsigned threads,
                                    std::vector<Key>& out) {
  std::vector<std::vector<Key>> keys(mixes.size());
  std::vector<BakedTrack> tracks(mixes.size());
  parallel_for(threads, mixes.size(), [&](std::size_t i) {
    const auto sole =
        stack.keys == KeyPlacement::kAuto ? sole_source(stack, mixes[i]) : std::nullopt;
    keys[i] = sole ? kept_keys<Key>(*sole, stack.frames) : sampled_keys<Key>(stack, mixes[i]);
    tracks[i] = {mixes[i].name, sole ? sole->source->label : std::string(),
                 static_cast<std::uint32_t>(keys[i].size())};
  });
  std::size_t total = 0;
  for (const auto& each : keys) total += each.size();
  out.reserve(total);
  for (auto& each : keys) {
    out.insert(out.end(), each.begin(), each.end());
    each = {};
  }
  return tracks;
}

std::string_view model_name(const LoadedStack& stack, const Vmd& baked) {
  if (has_camera_keys(baked) && !has_model_keys(baked)) return kVmdCameraModelName;
  // A camera motion among the sources must not make MMD take the bones for a camera.
  if (stack.base && name_bytes(stack.base->vmd.model_name) != kVmdCameraModelName)
    return name_bytes(stack.base->vmd.model_name);
  for (const StackLayer& layer : stack.layers)
    if (const auto name = name_bytes(layer.source.vmd.model_name); name != kVmdCameraModelName)
      return name;
  return "";
}

void report_key_counts(const Vmd& vmd, Diagnostics& diagnostics) {
  struct Limit {
    std::string_view what;
    std::size_t keys, limit;
  };
  // Slots of MikuMikuDance 9.x (docs/formats/vmd.md).
  const std::array<Limit, 5> limits = {{{"bone", vmd.bone_keys.size(), 600'000},
                                        {"morph", vmd.morph_keys.size(), 20'000},
                                        {"camera", vmd.camera_keys.size(), 10'000},
                                        {"light", vmd.light_keys.size(), 10'000},
                                        {"shadow", vmd.shadow_keys.size(), 10'000}}};
  for (const Limit& each : limits)
    if (each.keys >= each.limit)
      diagnostics.add("bake-many-keys", fmt::format("{} {} keys", each.keys, each.what),
                      fmt::format("MikuMikuDance holds fewer than {}; filter by bones or frames to "
                                  "split the motion",
                                  each.limit));
}

}  // namespace

const MotionSource* whole_file_source(const LoadedStack& stack) {
  if (stack.keys != KeyPlacement::kAuto) return nullptr;
  if (stack.base) return stack.layers.empty() ? &*stack.base : nullptr;
  if (stack.layers.size() != 1) return nullptr;
  const StackLayer& only = stack.layers.front();
  std::int64_t moved_by = 0;
  const Motion& motion = only.source.motion;
  const auto has_all = [](const auto& keys, const auto& tracks) {
    // Duplicates are no loss: the file keeps them. Whole names that were not selected are.
    NameTable names;
    for (const auto& key : keys) names.intern(name_bytes(key.name));
    return names.size() == tracks.size();
  };
  const bool whole = replaces_everything(stack, only, moved_by) && moved_by == 0 &&
                     !only.layer.range && takes_every_ik_bone(only.source) &&
                     has_all(only.source.vmd.bone_keys, motion.bones) &&
                     has_all(only.source.vmd.morph_keys, motion.morphs);
  return whole ? &only.source : nullptr;
}

BakedMotion bake(const LoadedStack& stack, unsigned threads, Diagnostics& diagnostics) {
  BakedMotion baked;
  Vmd& vmd = baked.vmd;
  vmd = make_vmd("");
  baked.bones = bake_tracks(stack, bone_mixes(stack), threads, vmd.bone_keys);
  baked.morphs = bake_tracks(stack, morph_mixes(stack), threads, vmd.morph_keys);
  vmd.property_keys = bake_switches(stack);
  bake_camera(stack, vmd, diagnostics);
  vmd.model_name = name_field<kVmdLongNameBytes>(model_name(stack, vmd));
  report_key_counts(vmd, diagnostics);
  if (has_camera_keys(vmd) && has_model_keys(vmd))
    diagnostics.add("vmd-both-kinds", "output",
                    "model keys and camera keys in one file; MMD loads one kind and ignores the "
                    "other");
  return baked;
}

}  // namespace mmdkit
