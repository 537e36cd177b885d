#include "pipeline/info.h"

#include <algorithm>
#include <unordered_set>

#include "base/hash.h"
#include "format/vmd_check.h"
#include "format/vmd_curves.h"
#include "format/vmd_reader.h"
#include "pipeline/load.h"

namespace mmdkit {
namespace {

bool is_physics_off(const VmdBoneKey& key) {
  return !decode_bone_curves(key.interpolation).physics_on;
}
bool is_physics_off(const VmdMorphKey&) {
  return false;
}

template <class Key>
std::vector<NameInfo> named_keys(const std::vector<Key>& keys, NameCodec& codec) {
  NameTable table;
  std::vector<NameInfo> infos;
  std::unordered_set<std::uint64_t> seen;
  for (const Key& key : keys) {
    const std::uint32_t index = table.intern(name_bytes(key.name));
    if (index == infos.size()) infos.push_back({{}, 0, key.frame, key.frame, 0, 0});
    NameInfo& info = infos[index];
    ++info.keys;
    info.first = std::min(info.first, key.frame);
    info.last = std::max(info.last, key.frame);
    if (!seen.insert((std::uint64_t{index} << 32) | key.frame).second) ++info.duplicates;
    if (is_physics_off(key)) ++info.physics_off;
  }
  const std::vector<FileName> names = table.decode(codec);
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i].name = names[i];
  return infos;
}

template <class Key>
std::uint32_t repeated_frames(const std::vector<Key>& keys) {
  std::unordered_set<std::uint32_t> seen;
  for (const Key& key : keys) seen.insert(key.frame);
  return static_cast<std::uint32_t>(keys.size() - seen.size());
}

std::uint32_t total_duplicates(const std::vector<NameInfo>& names) {
  std::uint32_t sum = 0;
  for (const NameInfo& name : names) sum += name.duplicates;
  return sum;
}

std::vector<IkInfo> ik_keys(const std::vector<VmdPropertyKey>& keys, NameCodec& codec) {
  NameTable table;
  std::vector<IkInfo> infos;
  for (const VmdPropertyKey& key : keys)
    for (const VmdIkState& state : key.ik_states) {
      const std::uint32_t index = table.intern(name_bytes(state.name));
      if (index == infos.size()) infos.emplace_back();
      ++infos[index].keys;
      if (state.enabled == 0) ++infos[index].off;
    }
  const std::vector<FileName> names = table.decode(codec);
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i].name = names[i];
  return infos;
}

std::optional<FrameRange> frame_range(const Vmd& vmd) {
  std::optional<FrameRange> range;
  for_each_section(vmd, [&range](const auto& keys) {
    for (const auto& key : keys) {
      if (!range) range = FrameRange{key.frame, key.frame};
      range->first = std::min(range->first, key.frame);
      range->last = std::max(range->last, key.frame);
    }
  });
  return range;
}

}  // namespace

Result<MotionInfo> info(const InfoJob& job) {
  auto codec = NameCodec::open(job.name_encoding);
  if (!codec) return fail(std::move(codec.error()));
  auto loaded = load_vmd(job.input);
  if (!loaded) return fail(std::move(loaded.error()));
  const VmdLayout& layout = loaded->layout;
  const Vmd vmd = read_vmd(layout);

  MotionInfo info;
  info.bytes = layout.bytes.size();
  info.sha256 = sha256_hex(layout.bytes);
  info.version = vmd.version;
  info.signature = name_bytes(vmd.signature);
  const std::string model_name(name_bytes(vmd.model_name));
  info.model_name = {model_name, codec->decode(model_name)};
  for (std::size_t i = 0; i < kVmdSectionCount; ++i)
    if (layout.sections[i].present) info.counts[i] = layout.sections[i].count;
  info.frames = frame_range(vmd);
  info.bones = named_keys(vmd.bone_keys, *codec);
  info.morphs = named_keys(vmd.morph_keys, *codec);
  info.duplicates = {total_duplicates(info.bones),     total_duplicates(info.morphs),
                     repeated_frames(vmd.camera_keys), repeated_frames(vmd.light_keys),
                     repeated_frames(vmd.shadow_keys), repeated_frames(vmd.property_keys)};
  info.hidden_keys = static_cast<std::uint32_t>(
      std::ranges::count_if(vmd.property_keys, [](const auto& key) { return key.visible == 0; }));
  info.ik = ik_keys(vmd.property_keys, *codec);
  info.trailing_bytes = layout.bytes.size() - layout.end;
  info.uncounted_camera_key = layout.uncounted_camera_bytes != 0;
  info.diagnostics = std::move(loaded->diagnostics);
  check_vmd(vmd, *codec, info.diagnostics);
  if (Status strict = check_strict(info.diagnostics, job.strict); !strict)
    return fail(std::move(strict.error()).in(input_label(job.input)));
  return info;
}

}  // namespace mmdkit
