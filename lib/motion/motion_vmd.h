#pragma once

#include <optional>

#include "base/name_codec.h"
#include "base/result.h"
#include "format/vmd.h"
#include "motion/motion.h"
#include "motion/selection.h"

namespace mmdkit {

/// What to take from a file and how.
struct MotionOptions {
  std::optional<Selection> bones;  ///< Also for IK bones of property keys. All by default.
  std::optional<Selection> morphs;
  /// Give bones and morphs without a key at frame 0 one at rest, as MMD has it for a fresh model.
  bool origin_key = false;
};

/// What the selections of `MotionOptions` did; empty without them.
struct MotionSelections {
  std::optional<SelectedNames> bones, morphs;
  std::uint32_t dropped_bones = 0;      ///< Distinct bones not taken,
  std::uint32_t dropped_bone_keys = 0;  ///< and their keys.
};

struct BuiltMotion {
  Motion motion;
  MotionSelections selections;
};

/// Builds tracks from the records of `vmd`.
///
/// Of several keys of one name and frame the last in the file counts. Rotations are normalised, a
/// zero quaternion is no rotation. Fails with `kMalformed`, naming the record, if a selected key
/// has a number that is not finite, and as `Selection::apply` does.
Result<BuiltMotion> build_motion(const Vmd& vmd, const MotionOptions& options, NameCodec& codec);

/// The largest frame number of any record, 0 without records.
std::uint32_t last_frame(const Vmd& vmd);

}  // namespace mmdkit
