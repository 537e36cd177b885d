#include "motion/motion_vmd.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "format/name_table.h"
#include "motion/rotation.h"

namespace mmdkit {
namespace {

/// The records of one section, grouped by name.
struct Grouping {
  std::vector<FileName> names;
  std::vector<std::vector<std::uint32_t>> records;  ///< Per name, in file order.
};

template <class Key>
Grouping group_by_name(const std::vector<Key>& keys, NameCodec& codec) {
  NameTable table;
  Grouping grouping;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::uint32_t name = table.intern(name_bytes(keys[i].name));
    if (name == grouping.records.size()) grouping.records.emplace_back();
    grouping.records[name].push_back(static_cast<std::uint32_t>(i));
  }
  grouping.names = table.decode(codec);
  return grouping;
}

/// Ascending by frame, one record per frame: the last in the file.
template <class Key>
void sort_and_thin(std::vector<std::uint32_t>& records, const std::vector<Key>& keys) {
  const auto frame = [&keys](std::uint32_t record) { return keys[record].frame; };
  std::ranges::stable_sort(records, {}, frame);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < records.size(); ++i)
    if (i + 1 == records.size() || frame(records[i]) != frame(records[i + 1]))
      records[kept++] = records[i];
  records.resize(kept);
}

Result<std::vector<std::uint8_t>> select(const std::optional<Selection>& selection,
                                         const std::vector<FileName>& names,
                                         std::optional<SelectedNames>& report) {
  if (!selection) return std::vector<std::uint8_t>(names.size(), 1);
  auto result = selection->apply(names);
  if (!result) return fail(std::move(result.error()));
  report = std::move(*result);
  return report->selected;
}

template <class Key>
Error not_finite(std::string_view section, std::uint32_t record, const FileName& name,
                 const Key& key) {
  return {ErrorCode::kMalformed, fmt::format("{} key {} ({}, frame {}): a number is not finite",
                                             section, record, display(name), key.frame)};
}

Quat unit(const std::array<float, 4>& xyzw) {
  const DQuat q = normalized({double(xyzw[3]), double(xyzw[0]), double(xyzw[1]), double(xyzw[2])});
  return Quat(q);
}

Result<BoneTrack> bone_track(const FileName& name, const std::vector<std::uint32_t>& records,
                             const std::vector<VmdBoneKey>& keys) {
  BoneTrack track;
  track.name = name.bytes;
  track.records = records;
  const auto finite = [](float v) { return std::isfinite(v); };
  for (const std::uint32_t record : records) {
    const VmdBoneKey& key = keys[record];
    if (!std::ranges::all_of(key.translation, finite) || !std::ranges::all_of(key.rotation, finite))
      return fail(not_finite("bone", record, name, key));
    track.frames.push_back(key.frame);
    track.translations.emplace_back(key.translation[0], key.translation[1], key.translation[2]);
    track.rotations.push_back(unit(key.rotation));
    track.curves.push_back(decode_bone_curves(key.interpolation));
  }
  return track;
}

Result<MorphTrack> morph_track(const FileName& name, const std::vector<std::uint32_t>& records,
                               const std::vector<VmdMorphKey>& keys) {
  MorphTrack track;
  track.name = name.bytes;
  track.records = records;
  for (const std::uint32_t record : records) {
    const VmdMorphKey& key = keys[record];
    if (!std::isfinite(key.weight)) return fail(not_finite("morph", record, name, key));
    track.frames.push_back(key.frame);
    track.weights.push_back(key.weight);
  }
  return track;
}

template <class T>
void put_first(std::vector<T>& values, const T& value) {
  values.insert(values.begin(), value);
}

void add_origin_keys(Motion& motion) {
  for (BoneTrack& track : motion.bones) {
    if (track.frames.front() == 0) continue;
    put_first(track.frames, 0U);
    put_first(track.translations, Vec3(0));
    put_first(track.rotations, Quat(1, 0, 0, 0));
    put_first(track.curves, BoneCurves{});
    put_first(track.records, kNoRecord);
  }
  for (MorphTrack& track : motion.morphs) {
    if (track.frames.front() == 0) continue;
    put_first(track.frames, 0U);
    put_first(track.weights, 0.0F);
    put_first(track.records, kNoRecord);
  }
}

Result<PropertyTrack> property_track(const Vmd& vmd, const std::optional<Selection>& selection,
                                     NameCodec& codec) {
  NameTable table;
  for (const VmdPropertyKey& key : vmd.property_keys)
    for (const VmdIkState& state : key.ik_states) table.intern(name_bytes(state.name));
  const std::vector<FileName> names = table.decode(codec);
  std::optional<SelectedNames> unused;
  const auto selected = select(selection, names, unused);
  if (!selected) return fail(selected.error());

  PropertyTrack track;
  track.records.resize(vmd.property_keys.size());
  std::iota(track.records.begin(), track.records.end(), 0U);
  sort_and_thin(track.records, vmd.property_keys);
  std::vector<IkTrack> ik(names.size());
  for (const std::uint32_t record : track.records) {
    const VmdPropertyKey& key = vmd.property_keys[record];
    track.frames.push_back(key.frame);
    track.visible.push_back(key.visible != 0 ? 1 : 0);
    for (const VmdIkState& state : key.ik_states) {
      IkTrack& target = ik[table.intern(name_bytes(state.name))];
      target.frames.push_back(key.frame);
      target.enabled.push_back(state.enabled != 0 ? 1 : 0);
    }
  }
  for (std::size_t i = 0; i < ik.size(); ++i) {
    if ((*selected)[i] == 0 || ik[i].frames.empty()) continue;
    ik[i].name = names[i].bytes;
    track.ik.push_back(std::move(ik[i]));
  }
  return track;
}

}  // namespace

std::uint32_t last_frame(const Vmd& vmd) {
  std::uint32_t last = 0;
  for_each_section(vmd, [&last](const auto& keys) {
    for (const auto& key : keys) last = std::max(last, key.frame);
  });
  return last;
}

Result<BuiltMotion> build_motion(const Vmd& vmd, const MotionOptions& options, NameCodec& codec) {
  BuiltMotion built;
  Motion& motion = built.motion;
  motion.last_frame = last_frame(vmd);

  Grouping bones = group_by_name(vmd.bone_keys, codec);
  const auto taken_bones = select(options.bones, bones.names, built.selections.bones);
  if (!taken_bones) return fail(taken_bones.error());
  for (std::size_t i = 0; i < bones.names.size(); ++i) {
    if ((*taken_bones)[i] == 0) {
      ++built.selections.dropped_bones;
      built.selections.dropped_bone_keys += static_cast<std::uint32_t>(bones.records[i].size());
      continue;
    }
    sort_and_thin(bones.records[i], vmd.bone_keys);
    auto track = bone_track(bones.names[i], bones.records[i], vmd.bone_keys);
    if (!track) return fail(std::move(track.error()));
    motion.bones.push_back(std::move(*track));
  }

  Grouping morphs = group_by_name(vmd.morph_keys, codec);
  const auto taken_morphs = select(options.morphs, morphs.names, built.selections.morphs);
  if (!taken_morphs) return fail(taken_morphs.error());
  for (std::size_t i = 0; i < morphs.names.size(); ++i) {
    if ((*taken_morphs)[i] == 0) continue;
    sort_and_thin(morphs.records[i], vmd.morph_keys);
    auto track = morph_track(morphs.names[i], morphs.records[i], vmd.morph_keys);
    if (!track) return fail(std::move(track.error()));
    motion.morphs.push_back(std::move(*track));
  }

  auto properties = property_track(vmd, options.bones, codec);
  if (!properties) return fail(std::move(properties.error()));
  motion.properties = std::move(*properties);
  if (options.origin_key) add_origin_keys(motion);
  return built;
}

}  // namespace mmdkit
