#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "motion/layer_stack.h"

namespace mmdkit {

/// A stack as JSON text (docs/schema/stack.json), complete: reading it back gives an equal stack.
/// Numbers are written so that they come back exactly. Fails with `kUnsupported` if a path or
/// name is not UTF-8, which JSON cannot hold.
Result<std::string> stack_to_json(const LayerStack& stack);

/// Reads what `stack_to_json` writes or a person wrote by the schema; everything but the files has
/// a default. Fails with `kMalformed`, naming the place: `layers[1].wieght: unknown key`. Values
/// are checked for form only; `validate` does the rest.
Result<LayerStack> stack_from_json(std::string_view text);

}  // namespace mmdkit
