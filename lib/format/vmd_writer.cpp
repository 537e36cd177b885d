#include "format/vmd_writer.h"

#include <cassert>
#include <cstring>
#include <limits>

#include "base/byte_writer.h"

namespace mmdkit {
namespace {

template <class T, std::size_t N>
void write(ByteWriter& writer, const std::array<T, N>& field) {
  writer.bytes(std::as_bytes(std::span(field)));
}

// The counterpart of the reader's single copy.
void write(ByteWriter& writer, const VmdBoneKey& key) {
  std::array<std::byte, 111> record;
  std::memcpy(record.data(), key.name.data(), kVmdNameBytes);
  std::memcpy(record.data() + kVmdNameBytes, &key.frame, record.size() - kVmdNameBytes);
  writer.bytes(record);
}

void write(ByteWriter& writer, const VmdMorphKey& key) {
  write(writer, key.name);
  writer.number(key.frame);
  writer.number(key.weight);
}

void write(ByteWriter& writer, const VmdCameraKey& key) {
  writer.number(key.frame);
  writer.number(key.distance);
  write(writer, key.target);
  write(writer, key.rotation);
  write(writer, key.interpolation);
  writer.number(key.fov);
  writer.number(key.orthographic);
}

void write(ByteWriter& writer, const VmdLightKey& key) {
  writer.number(key.frame);
  write(writer, key.color);
  write(writer, key.direction);
}

void write(ByteWriter& writer, const VmdShadowKey& key) {
  writer.number(key.frame);
  writer.number(key.mode);
  writer.number(key.distance);
}

void write(ByteWriter& writer, const VmdPropertyKey& key) {
  writer.number(key.frame);
  writer.number(key.visible);
  writer.number(static_cast<std::uint32_t>(key.ik_states.size()));
  for (const VmdIkState& state : key.ik_states) {
    write(writer, state.name);
    writer.number(state.enabled);
  }
}

std::size_t file_bytes(const Vmd& vmd) {
  constexpr std::size_t kHeaderAndCounts = 50 + 4 * kVmdSectionCount;
  std::size_t size = kHeaderAndCounts + vmd.trailing.size();
  size += vmd.bone_keys.size() * vmd_record_bytes(VmdSectionId::kBone);
  size += vmd.morph_keys.size() * vmd_record_bytes(VmdSectionId::kMorph);
  size += (vmd.camera_keys.size() + vmd.uncounted_camera_keys.size()) *
          vmd_record_bytes(VmdSectionId::kCamera);
  size += vmd.light_keys.size() * vmd_record_bytes(VmdSectionId::kLight);
  size += vmd.shadow_keys.size() * vmd_record_bytes(VmdSectionId::kShadow);
  for (const VmdPropertyKey& key : vmd.property_keys)
    size += vmd_record_bytes(VmdSectionId::kProperty) + key.ik_states.size() * kVmdIkStateBytes;
  return size;
}

}  // namespace

std::vector<std::byte> write_property_records(std::span<const VmdPropertyKey> keys) {
  ByteWriter writer;
  for (const VmdPropertyKey& key : keys) write(writer, key);
  return writer.take();
}

std::vector<std::byte> write_vmd(const Vmd& vmd) {
  ByteWriter writer(file_bytes(vmd));
  write(writer, vmd.signature);
  const std::size_t name_bytes = vmd.version == VmdVersion::kV1 ? 10 : kVmdLongNameBytes;
  writer.bytes(std::as_bytes(std::span(vmd.model_name).first(name_bytes)));

  std::size_t sections_left = vmd.section_count;
  const auto section = [&](const auto& keys) {
    assert(keys.size() <= std::numeric_limits<std::uint32_t>::max());
    assert(sections_left > 0 || keys.empty());
    if (sections_left == 0) return;
    --sections_left;
    writer.number(static_cast<std::uint32_t>(keys.size()));
    for (const auto& key : keys) write(writer, key);
  };
  section(vmd.bone_keys);
  section(vmd.morph_keys);
  section(vmd.camera_keys);
  for (const VmdCameraKey& key : vmd.uncounted_camera_keys) write(writer, key);
  section(vmd.light_keys);
  section(vmd.shadow_keys);
  section(vmd.property_keys);
  writer.bytes(vmd.trailing);
  return writer.take();
}

}  // namespace mmdkit
