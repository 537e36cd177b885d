#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "format/name_field.h"

// VMD motions as the file stores them. Nothing is sorted, normalised, decoded or dropped, padding
// and trailing bytes included, so that writing gives back the bytes that were read.
// Frames count from 0 at 30 per second. Layout: docs/formats/vmd.md.

namespace mmdkit {

enum class VmdVersion : std::uint8_t {
  kV1,  ///< `Vocaloid Motion Data file`: model name of 10 bytes.
  kV2,  ///< `Vocaloid Motion Data 0002`, and every other text: model name of 20 bytes.
};

/// The sections of a VMD, in file order.
enum class VmdSectionId : std::uint8_t { kBone, kMorph, kCamera, kLight, kShadow, kProperty };
inline constexpr std::size_t kVmdSectionCount = 6;

/// `bone`, `morph`, `camera`, `light`, `shadow`, `property`, as messages and options spell them.
std::string_view to_text(VmdSectionId section);

/// Bytes of one record; for property keys those in front of the IK list.
std::size_t vmd_record_bytes(VmdSectionId section);
inline constexpr std::size_t kVmdIkStateBytes = 21;
inline constexpr std::size_t kVmdSignatureBytes = 30;

/// One bone key, 111 bytes.
struct VmdBoneKey {
  std::array<char, kVmdNameBytes> name{};
  std::uint32_t frame = 0;
  std::array<float, 3> translation{};            ///< Offset from rest, MMD units, bone-local.
  std::array<float, 4> rotation{0, 0, 0, 1};     ///< x, y, z, w; bone-local; not always unit.
  std::array<std::uint8_t, 64> interpolation{};  ///< Curves and physics switch; vmd_curves.h.
  friend bool operator==(const VmdBoneKey&, const VmdBoneKey&) = default;
};

/// One morph key, 23 bytes.
struct VmdMorphKey {
  std::array<char, kVmdNameBytes> name{};
  std::uint32_t frame = 0;
  float weight = 0;  ///< 0 off, 1 full; any other float occurs.
  friend bool operator==(const VmdMorphKey&, const VmdMorphKey&) = default;
};

/// One camera key, 61 bytes.
struct VmdCameraKey {
  std::uint32_t frame = 0;
  float distance = 0;                            ///< MMD units; negative behind the target.
  std::array<float, 3> target{};                 ///< MMD units, world.
  std::array<float, 3> rotation{};               ///< Radians; the sign of X is that of the file.
  std::array<std::uint8_t, 24> interpolation{};  ///< X, Y, Z, R, D, FOV, each x1, x2, y1, y2.
  std::uint32_t fov = 0;                         ///< Whole degrees, vertical.
  std::uint8_t orthographic = 0;                 ///< 0 = perspective.
  friend bool operator==(const VmdCameraKey&, const VmdCameraKey&) = default;
};

/// One light key, 28 bytes.
struct VmdLightKey {
  std::uint32_t frame = 0;
  std::array<float, 3> color{};      ///< r, g, b; 1 = 256 of the editor.
  std::array<float, 3> direction{};  ///< The way the light travels, world.
  friend bool operator==(const VmdLightKey&, const VmdLightKey&) = default;
};

/// One self-shadow key, 9 bytes.
struct VmdShadowKey {
  std::uint32_t frame = 0;
  std::uint8_t mode = 0;  ///< 0 off, 1, 2.
  float distance = 0;     ///< (10000 - editor value) / 100000.
  friend bool operator==(const VmdShadowKey&, const VmdShadowKey&) = default;
};

/// Switch of one IK bone inside a property key, 21 bytes.
struct VmdIkState {
  std::array<char, kVmdLongNameBytes> name{};
  std::uint8_t enabled = 0;  ///< 0 off; any other value is on.
  friend bool operator==(const VmdIkState&, const VmdIkState&) = default;
};

/// One property key, 9 + 21 k bytes: visibility and IK switches from its frame on.
struct VmdPropertyKey {
  std::uint32_t frame = 0;
  std::uint8_t visible = 0;  ///< 0 hidden; any other value is visible.
  std::vector<VmdIkState> ik_states;
  friend bool operator==(const VmdPropertyKey&, const VmdPropertyKey&) = default;
};

/// One motion file.
struct Vmd {
  VmdVersion version = VmdVersion::kV2;
  std::array<char, kVmdSignatureBytes> signature{};  ///< Text, NUL, padding of any content.
  std::array<char, kVmdLongNameBytes> model_name{};  ///< Version 1 uses the first 10 bytes.
  std::size_t section_count = kVmdSectionCount;      ///< 1..6; a file may end after any section.
  std::vector<VmdBoneKey> bone_keys;
  std::vector<VmdMorphKey> morph_keys;
  std::vector<VmdCameraKey> camera_keys;
  /// A camera record that follows a camera count of 0, which some old tools wrote; 0 or 1 key.
  std::vector<VmdCameraKey> uncounted_camera_keys;
  std::vector<VmdLightKey> light_keys;
  std::vector<VmdShadowKey> shadow_keys;
  std::vector<VmdPropertyKey> property_keys;
  std::vector<std::byte> trailing;  ///< Bytes behind the last section that could be read.
  friend bool operator==(const Vmd&, const Vmd&) = default;
};

/// Calls `visit` with the keys of each section in turn, whatever their type.
template <class Visit>
void for_each_section(const Vmd& vmd, const Visit& visit) {
  visit(vmd.bone_keys);
  visit(vmd.morph_keys);
  visit(vmd.camera_keys);
  visit(vmd.light_keys);
  visit(vmd.shadow_keys);
  visit(vmd.property_keys);
}

/// True if there are bone, morph or property keys: something for a model.
bool has_model_keys(const Vmd& vmd);
/// True if there are camera, light or shadow keys. MMD loads a file of one kind only.
bool has_camera_keys(const Vmd& vmd);

/// An empty version 2 motion with all six sections. `model_name`: bytes, cut at 20.
Vmd make_vmd(std::string_view model_name);

/// `カメラ・照明` in CP932: the model name by which MMD knows a camera motion.
inline constexpr std::string_view kVmdCameraModelName =
    "\x83\x4A\x83\x81\x83\x89\x81\x45\x8F\xC6\x96\xBE";

}  // namespace mmdkit
