#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/name_codec.h"
#include "base/result.h"
#include "format/name_table.h"
#include "format/vmd.h"
#include "motion/frame_range.h"

namespace mmdkit {

struct InfoJob {
  std::string input;  ///< Path, or `-`.
  NameEncoding name_encoding = NameEncoding::kCp932;
  bool strict = false;
};

/// Keys of one bone or morph.
struct NameInfo {
  FileName name;
  std::uint32_t keys = 0;
  std::uint32_t first = 0, last = 0;  ///< Frames.
  std::uint32_t duplicates = 0;       ///< Keys on a frame that an earlier key of the name has.
  std::uint32_t physics_off = 0;      ///< Bones: keys that switch physics off.
};

/// Property keys that name one IK bone.
struct IkInfo {
  FileName name;
  std::uint32_t keys = 0;
  std::uint32_t off = 0;  ///< Of these, switched off.
};

/// What a motion holds.
struct MotionInfo {
  std::uint64_t bytes = 0;
  std::string sha256;
  VmdVersion version = VmdVersion::kV2;
  std::string signature;  ///< Its text, up to the NUL.
  FileName model_name;
  /// Records per section; nothing where the file ends before the section.
  std::array<std::optional<std::uint32_t>, kVmdSectionCount> counts;
  std::optional<FrameRange> frames;  ///< Of all records.
  std::vector<NameInfo> bones, morphs;
  std::array<std::uint32_t, kVmdSectionCount> duplicates{};
  std::uint32_t hidden_keys = 0;  ///< Property keys that hide the model.
  std::vector<IkInfo> ik;
  std::uint64_t trailing_bytes = 0;
  bool uncounted_camera_key = false;
  Diagnostics diagnostics;
};

/// Describes one motion. Fails as `load_vmd` does; with `strict`, on the first warning.
Result<MotionInfo> info(const InfoJob& job);

}  // namespace mmdkit
