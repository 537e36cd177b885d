#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/math.h"
#include "format/vmd_curves.h"

// A motion ready to be sampled: one track per name, frames strictly ascending, numbers finite,
// rotations of unit length. Built by build_motion() (motion_vmd.h) and not changed afterwards.
// Frames count from 0 at 30 per second; values are bone-local offsets from rest in MMD units.

namespace mmdkit {

/// Marks a key that stands for no record of the file.
inline constexpr std::uint32_t kNoRecord = std::numeric_limits<std::uint32_t>::max();

/// Keys of one bone; all arrays have one entry per key. Never empty.
struct BoneTrack {
  std::string name;  ///< Bytes as stored, up to the NUL.
  std::vector<std::uint32_t> frames;
  std::vector<Vec3> translations;
  std::vector<Quat> rotations;
  std::vector<BoneCurves> curves;      ///< Of the segment that ends at the key.
  std::vector<std::uint32_t> records;  ///< Index into Vmd::bone_keys, or kNoRecord.
};

/// Keys of one morph; linear between keys. Never empty.
struct MorphTrack {
  std::string name;  ///< Bytes as stored, up to the NUL.
  std::vector<std::uint32_t> frames;
  std::vector<float> weights;
  std::vector<std::uint32_t> records;  ///< Index into Vmd::morph_keys, or kNoRecord.
};

/// Switch of one IK bone: a step at every property key that names it.
struct IkTrack {
  std::string name;  ///< Bytes as stored, up to the NUL.
  std::vector<std::uint32_t> frames;
  std::vector<std::uint8_t> enabled;
};

/// Visibility and IK switches: a state holds from its key to the next, and that of the first key
/// also before it. An IK bone is on until a key names it.
struct PropertyTrack {
  std::vector<std::uint32_t> frames;
  std::vector<std::uint8_t> visible;
  std::vector<std::uint32_t> records;  ///< Index into Vmd::property_keys.
  std::vector<IkTrack> ik;             ///< In order of first occurrence.
};

struct Motion {
  std::vector<BoneTrack> bones;    ///< In order of their first record.
  std::vector<MorphTrack> morphs;  ///< In order of their first record.
  PropertyTrack properties;
  std::uint32_t last_frame = 0;  ///< Of all records of the file, selected or not.
};

}  // namespace mmdkit
