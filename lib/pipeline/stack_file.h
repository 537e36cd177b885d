#pragma once

#include <string>

#include "base/result.h"
#include "motion/layer_stack.h"

namespace mmdkit {

/// The text of a stack file to be stored at `path`: relative paths of `stack`, which start from the
/// working folder, are turned so that they start from the folder of `path`. Fails as
/// `stack_to_json` does.
Result<std::string> stack_file_text(const LayerStack& stack, const std::string& path);

/// Reads a stack file (`-`: standard input). Relative paths in it start from its folder. Fails as
/// `stack_from_json` does, with the label in front.
Result<LayerStack> load_stack(const std::string& path);

}  // namespace mmdkit
