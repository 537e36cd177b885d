#include "format/vmd_reader.h"

#include <cstring>

#include "base/byte_reader.h"

namespace mmdkit {
namespace {

template <class T, std::size_t N>
void read(ByteReader& reader, std::array<T, N>& field) {
  reader.copy_to(std::as_writable_bytes(std::span(field)));
}

template <class T>
void read(ByteReader& reader, T& field) {
  field = reader.number<T>();
}

// The members of a bone key behind its name lie in the struct as in the file, so that most of the
// record is one copy; with 200,000 keys that is what reading costs.
void read(ByteReader& reader, VmdBoneKey& key) {
  constexpr std::size_t kTailBytes = 4 + 12 + 16 + 64;
  static_assert(offsetof(VmdBoneKey, interpolation) + 64 - offsetof(VmdBoneKey, frame) ==
                kTailBytes);
  const auto record = reader.take(kVmdNameBytes + kTailBytes);
  if (record.empty()) return;
  std::memcpy(key.name.data(), record.data(), kVmdNameBytes);
  std::memcpy(&key.frame, record.data() + kVmdNameBytes, kTailBytes);
}

void read(ByteReader& reader, VmdMorphKey& key) {
  read(reader, key.name);
  read(reader, key.frame);
  read(reader, key.weight);
}

void read(ByteReader& reader, VmdCameraKey& key) {
  read(reader, key.frame);
  read(reader, key.distance);
  read(reader, key.target);
  read(reader, key.rotation);
  read(reader, key.interpolation);
  read(reader, key.fov);
  read(reader, key.orthographic);
}

void read(ByteReader& reader, VmdLightKey& key) {
  read(reader, key.frame);
  read(reader, key.color);
  read(reader, key.direction);
}

void read(ByteReader& reader, VmdShadowKey& key) {
  read(reader, key.frame);
  read(reader, key.mode);
  read(reader, key.distance);
}

void read(ByteReader& reader, VmdIkState& state) {
  read(reader, state.name);
  read(reader, state.enabled);
}

void read(ByteReader& reader, VmdPropertyKey& key) {
  read(reader, key.frame);
  read(reader, key.visible);
  key.ik_states.resize(reader.number<std::uint32_t>());
  for (VmdIkState& state : key.ik_states) read(reader, state);
}

template <class Key>
std::vector<Key> read_records(std::span<const std::byte> records, std::size_t count) {
  std::vector<Key> keys(count);
  ByteReader reader(records);
  for (Key& key : keys) read(reader, key);
  return keys;
}

}  // namespace

Vmd read_vmd(const VmdLayout& layout) {
  const auto keys = [&layout]<class Key>(std::vector<Key>& out, VmdSectionId id) {
    out = read_records<Key>(layout.records(id), layout.section(id).count);
  };
  Vmd vmd;
  vmd.version = layout.version;
  ByteReader header(layout.bytes.first(layout.header_bytes));
  read(header, vmd.signature);
  header.copy_to(std::as_writable_bytes(
      std::span(vmd.model_name).first(layout.header_bytes - kVmdSignatureBytes)));
  vmd.section_count = 0;
  for (const VmdSectionSpan& section : layout.sections)
    vmd.section_count += section.present ? 1 : 0;
  keys(vmd.bone_keys, VmdSectionId::kBone);
  keys(vmd.morph_keys, VmdSectionId::kMorph);
  keys(vmd.camera_keys, VmdSectionId::kCamera);
  keys(vmd.light_keys, VmdSectionId::kLight);
  keys(vmd.shadow_keys, VmdSectionId::kShadow);
  vmd.property_keys = read_property_keys(layout);
  const auto uncounted = layout.bytes.subspan(layout.section(VmdSectionId::kCamera).end,
                                              layout.uncounted_camera_bytes);
  vmd.uncounted_camera_keys =
      read_records<VmdCameraKey>(uncounted, layout.uncounted_camera_bytes == 0 ? 0 : 1);
  const auto trailing = layout.bytes.subspan(layout.end);
  vmd.trailing.assign(trailing.begin(), trailing.end());
  return vmd;
}

std::vector<VmdPropertyKey> read_property_keys(const VmdLayout& layout) {
  return read_records<VmdPropertyKey>(layout.records(VmdSectionId::kProperty),
                                      layout.section(VmdSectionId::kProperty).count);
}

Result<Vmd> read_vmd(std::span<const std::byte> bytes, Diagnostics& diagnostics) {
  const auto layout = scan_vmd(bytes, diagnostics);
  if (!layout) return fail(layout.error());
  return read_vmd(*layout);
}

}  // namespace mmdkit
