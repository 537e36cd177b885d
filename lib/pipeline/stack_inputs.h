#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/input_file.h"
#include "base/result.h"
#include "motion/layer_stack.h"
#include "motion/layers.h"

namespace mmdkit {

/// What becomes of a stack if a layer cannot be used: its file cannot be read, or holds numbers
/// that are not finite. A base that cannot be used always fails.
enum class LayerErrorPolicy : std::uint8_t {
  kFail,  ///< The command fails as the layer did.
  kSkip,  ///< It goes on without that layer, with a warning.
  kBase,  ///< The base alone, or without one the first layer alone, with a warning.
};

/// One layer, as it was used.
struct UsedLayer {
  std::string id, file;
  std::uint32_t bones = 0, morphs = 0;  ///< Tracks taken from the file.
};

/// A stack with all its files.
struct StackInputs {
  LayerStack used;                ///< Without the layers given up; ids and digests filled in.
  std::vector<UsedLayer> layers;  ///< One per layer of `used`.
  LoadedStack loaded;             ///< Without silent layers; its output frames are not set.
  std::vector<InputFile> files;   ///< Own the bytes that `loaded` points to.
};

/// Reads every file of `stack` before anything is evaluated. Precondition: `validate` accepts it.
/// Fails with `kUsage` on a bad selection, else, as `policy` says, with the error of the file.
Result<StackInputs> read_stack_inputs(const LayerStack& stack, LayerErrorPolicy policy,
                                      NameCodec& codec, Diagnostics& diagnostics);

}  // namespace mmdkit
