#include "support/random_vmd.h"

#include <cmath>

#include "format/vmd_curves.h"
#include "support/vmd_builder.h"

namespace mmdkit::test {
namespace {

constexpr std::array<const char*, 6> kBones = {"センター", "左腕",     "右腕",
                                               "頭",       "左足ＩＫ", "上半身2"};
constexpr std::array<const char*, 3> kMorphs = {"あ", "まばたき", "笑い"};

template <class T, std::size_t N>
void fill(Random& random, std::array<T, N>& field) {
  for (T& each : field) each = static_cast<T>(random.below(256));
}

template <std::size_t N>
std::array<char, N> random_name(Random& random, const char* name) {
  auto field = name_field<N>(cp932(name));
  if (random.chance(0.3)) {  // what lies behind the NUL means nothing
    const std::size_t used = name_bytes(field).size();
    for (std::size_t i = used + 1; i < N; ++i) field[i] = static_cast<char>(random.below(256));
  }
  return field;
}

float any_float(Random& random) {
  return static_cast<float>(random.between(-30, 30));
}

VmdBoneKey any_bone_key(Random& random) {
  VmdBoneKey key;
  key.name = random_name<kVmdNameBytes>(random, kBones[random.below(kBones.size())]);
  key.frame = random.below(60);
  for (float& each : key.translation) each = any_float(random);
  key.rotation = random.rotation();
  fill(random, key.interpolation);
  return key;
}

VmdCameraKey any_camera_key(Random& random) {
  const std::uint32_t frame = random.below(60);
  VmdCameraKey key = camera(frame, any_float(random));
  fill(random, key.interpolation);
  key.orthographic = static_cast<std::uint8_t>(random.below(3));
  return key;
}

VmdPropertyKey any_property_key(Random& random) {
  VmdPropertyKey key;
  key.frame = random.below(60);
  key.visible = static_cast<std::uint8_t>(random.below(3));
  for (std::uint32_t i = random.below(4); i > 0; --i)
    key.ik_states.push_back(
        {random_name<kVmdLongNameBytes>(random, kBones[random.below(kBones.size())]),
         static_cast<std::uint8_t>(random.below(3))});
  return key;
}

template <class Make>
auto some(Random& random, std::uint32_t most, const Make& make) {
  std::vector<decltype(make(random))> keys;
  for (std::uint32_t i = random.below(most + 1); i > 0; --i) keys.push_back(make(random));
  return keys;
}

CurveHandles any_handles(Random& random) {
  const auto handle = [&] { return static_cast<std::uint8_t>(random.below(128)); };
  if (random.chance(0.4)) return {};
  return {handle(), handle(), handle(), handle()};
}

}  // namespace

std::array<float, 4> Random::rotation() {
  std::array<double, 4> q{};
  double squares = 0;
  do {
    squares = 0;
    for (double& c : q) {
      c = between(-1, 1);
      squares += c * c;
    }
  } while (squares < 0.01 || squares > 1);
  std::array<float, 4> unit{};
  for (std::size_t i = 0; i < 4; ++i) unit[i] = static_cast<float>(q[i] / std::sqrt(squares));
  return unit;
}

Vmd random_vmd(Random& random) {
  Vmd vmd = make_vmd(cp932("テスト"));
  if (random.chance(0.2)) {
    vmd.version = VmdVersion::kV1;
    vmd.signature = name_field<kVmdSignatureBytes>("Vocaloid Motion Data file");
    vmd.model_name = name_field<kVmdLongNameBytes>("short");
  }
  vmd.bone_keys = some(random, 40, any_bone_key);
  vmd.morph_keys = some(random, 20, [](Random& r) {
    return VmdMorphKey{random_name<kVmdNameBytes>(r, kMorphs[r.below(kMorphs.size())]), r.below(60),
                       any_float(r)};
  });
  vmd.camera_keys = some(random, 5, any_camera_key);
  vmd.light_keys = some(random, 3, [](Random& r) { return light(r.below(60)); });
  vmd.shadow_keys = some(random, 3, [](Random& r) { return shadow(r.below(60)); });
  vmd.property_keys = some(random, 4, any_property_key);
  if (random.chance(0.2)) {
    vmd.section_count = 2 + random.below(4);
    if (vmd.section_count < 3) vmd.camera_keys.clear();
    if (vmd.section_count < 4) vmd.light_keys.clear();
    if (vmd.section_count < 5) vmd.shadow_keys.clear();
    vmd.property_keys.clear();
  } else if (vmd.version == VmdVersion::kV2 && random.chance(0.2)) {
    vmd.trailing = bytes_of("4E 75 74 68 6F 75 73 65 30 31");
  }
  return vmd;
}

Vmd random_motion(Random& random, std::uint32_t last_frame) {
  Vmd vmd = make_vmd("random");
  const auto frames = [&](const auto& add) {
    std::uint32_t frame = random.below(last_frame / 3 + 1);
    while (frame <= last_frame) {
      add(frame);
      frame += 1 + random.below(9);
    }
  };
  for (const char* name : kBones) {
    if (random.chance(0.3)) continue;
    const bool moves = random.chance(0.5);
    frames([&](std::uint32_t frame) {
      std::array<float, 3> t{};
      if (moves) t = {any_float(random), any_float(random), any_float(random)};
      VmdBoneKey key = bone(name, frame, t, random.rotation());
      BoneCurves curves;
      for (CurveHandles& each : curves.channels) each = any_handles(random);
      curves.physics_on = random.chance(0.8);
      key.interpolation = encode_bone_curves(curves);
      vmd.bone_keys.push_back(key);
    });
  }
  for (const char* name : kMorphs)
    if (random.chance(0.7))
      frames([&](std::uint32_t frame) {
        vmd.morph_keys.push_back(morph(name, frame, static_cast<float>(random.between(0, 1))));
      });
  if (random.chance(0.5))
    frames([&](std::uint32_t frame) {
      const bool visible = random.chance(0.8), ik_on = random.chance(0.5);
      vmd.property_keys.push_back(property(frame, visible, {{"左足ＩＫ", ik_on}}));
    });
  return vmd;
}

}  // namespace mmdkit::test
