#pragma once

#include <string_view>

#include "base/result.h"
#include "motion/layer_stack.h"

namespace mmdkit {

/// The layer that a `--layer` argument describes: `FILE,key=value,...`.
///
/// Items are split at commas outside `[]`; the first is the file. Keys: weight (a number, or
/// `[frame:weight,...]`), mode, fade-in, fade-out, offset, range, speed, loop (`forever` or
/// passes), bones, morphs (a selection, in `[]` if it has commas), enabled, reference, id. Fails
/// with `kUsage` on an unknown key, a key given twice or a value out of form, and as reading an
/// `@file` does.
Result<Layer> parse_layer(std::string_view text);

}  // namespace mmdkit
