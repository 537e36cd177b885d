#include "support/vmd_builder.h"

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "base/name_codec.h"

namespace mmdkit::test {

std::string cp932(std::string_view text) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  auto bytes = codec->encode(text);
  if (!bytes) throw std::invalid_argument("no CP932 form: " + std::string(text));
  return *bytes;
}

std::array<float, 4> turn(int axis, double degrees) {
  const double half = degrees * std::numbers::pi / 360;
  std::array<float, 4> q = {0, 0, 0, static_cast<float>(std::cos(half))};
  q[static_cast<std::size_t>(axis)] = static_cast<float>(std::sin(half));
  return q;
}

std::array<std::uint8_t, 64> block(CurveHandles handles, bool physics_on) {
  BoneCurves curves;
  curves.channels.fill(handles);
  curves.physics_on = physics_on;
  return encode_bone_curves(curves);
}

VmdBoneKey bone(std::string_view name, std::uint32_t frame, std::array<float, 3> translation,
                std::array<float, 4> rotation, CurveHandles handles) {
  VmdBoneKey key;
  key.name = name_field<kVmdNameBytes>(cp932(name));
  key.frame = frame;
  key.translation = translation;
  key.rotation = rotation;
  key.interpolation = block(handles);
  return key;
}

VmdMorphKey morph(std::string_view name, std::uint32_t frame, float weight) {
  return {name_field<kVmdNameBytes>(cp932(name)), frame, weight};
}

VmdCameraKey camera(std::uint32_t frame, float distance) {
  VmdCameraKey key;
  key.frame = frame;
  key.distance = distance;
  key.target = {0, 10, 0};
  key.interpolation.fill(20);
  key.fov = 30;
  return key;
}

VmdLightKey light(std::uint32_t frame) {
  return {frame, {0.6F, 0.6F, 0.6F}, {-0.5F, -1, 0.5F}};
}

VmdShadowKey shadow(std::uint32_t frame) {
  return {frame, 1, 0.01125F};
}

VmdPropertyKey property(std::uint32_t frame, bool visible, std::vector<IkSwitch> ik) {
  VmdPropertyKey key;
  key.frame = frame;
  key.visible = visible ? 1 : 0;
  for (const IkSwitch& each : ik)
    key.ik_states.push_back({name_field<kVmdLongNameBytes>(cp932(each.name)),
                             static_cast<std::uint8_t>(each.enabled ? 1 : 0)});
  return key;
}

Vmd motion(std::vector<VmdBoneKey> bones, std::vector<VmdMorphKey> morphs,
           std::vector<VmdPropertyKey> properties) {
  Vmd vmd = make_vmd("test");
  vmd.bone_keys = std::move(bones);
  vmd.morph_keys = std::move(morphs);
  vmd.property_keys = std::move(properties);
  return vmd;
}

std::vector<std::byte> bytes_of(std::string_view hexadecimal) {
  std::vector<std::byte> bytes;
  std::string digits;
  for (const char c : hexadecimal) {
    if (c == ' ' || c == '\n') continue;
    digits += c;
    if (digits.size() < 2) continue;
    bytes.push_back(static_cast<std::byte>(std::stoi(digits, nullptr, 16)));
    digits.clear();
  }
  return bytes;
}

std::vector<std::byte> exact_copy(std::span<const std::byte> bytes) {
  return {bytes.begin(), bytes.end()};
}

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace mmdkit::test
