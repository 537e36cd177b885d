#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "format/vmd.h"
#include "motion/layers.h"

namespace mmdkit {

/// How one track of a bake came about.
struct BakedTrack {
  std::string name;       ///< Bytes as stored.
  std::string kept_from;  ///< Label of the source whose records stand as they are; empty: sampled.
  std::uint32_t keys = 0;
};

struct BakedMotion {
  Vmd vmd;
  std::vector<BakedTrack> bones, morphs;  ///< In the order of their keys in the file.
};

/// The source whose file, byte for byte, is the bake of `stack`, or null: the base without layers,
/// or without a base a lone layer that takes everything at weight 1 and leaves time alone.
const MotionSource* whole_file_source(const LoadedStack& stack);

/// Bakes `stack` over its output frames on up to `threads` threads; the result does not depend on
/// their number. Keys stand track by track, ascending in time.
///
/// The model name is that of the first source with a name for a model; `カメラ・照明` if no model
/// keys come out but camera, light or shadow keys do. Values beyond float range come out as
/// infinite.
BakedMotion bake(const LoadedStack& stack, unsigned threads, Diagnostics& diagnostics);

}  // namespace mmdkit
