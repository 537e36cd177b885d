#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "motion/bake.h"
#include "motion/layer_stack.h"
#include "pipeline/stack_inputs.h"

namespace mmdkit {

struct BakeJob {
  LayerStack stack;                       ///< Paths as they can be opened from here.
  std::string output;                     ///< Path, or `-`.
  std::optional<std::string> save_stack;  ///< Where to write the whole configuration.
  bool overwrite = false;
  bool strict = false;
  unsigned threads = 1;  ///< Changes the time only.
  LayerErrorPolicy on_layer_error = LayerErrorPolicy::kFail;
};

struct BakeOutcome {
  FrameRange frames;        ///< Of the output.
  std::string copied_from;  ///< The output is this file, byte for byte; else empty.
  std::vector<UsedLayer> layers;
  std::vector<BakedTrack> bones, morphs;  ///< Empty for a copy.
  std::uint64_t bone_keys = 0, morph_keys = 0;
  Diagnostics diagnostics;
};

/// Most output frames that a bake makes without being asked for a range.
inline constexpr double kMostBakeFrames = 1'000'000;

/// Reads all files, bakes once, writes. On failure no output is changed. Fails with `kUsage` as
/// `validate` does, with `kMalformed` if the stack spans more than `kMostBakeFrames` frames and
/// `stack.frames` is not set, else as reading and writing do; with `strict`, on the first warning.
Result<BakeOutcome> bake(const BakeJob& job);

}  // namespace mmdkit
