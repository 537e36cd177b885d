#include "pipeline/stack_file.h"

#include <filesystem>
#include <string_view>
#include <utility>

#include "base/input_file.h"
#include "motion/layer_stack_json.h"
#include "pipeline/load.h"

namespace mmdkit {
namespace {

namespace fs = std::filesystem;

template <class Change>
void for_each_path(LayerStack& stack, const Change& change) {
  if (stack.base) change(stack.base->path);
  for (Layer& layer : stack.layers) change(layer.file.path);
}

}  // namespace

Result<std::string> stack_file_text(const LayerStack& stack, const std::string& path) {
  LayerStack stored = stack;
  std::error_code failed;
  // Folders without links, or `..` would climb from somewhere else; a link to a file stays one.
  const auto canonical = [&failed](const fs::path& file) {
    const fs::path whole = fs::absolute(file, failed);
    return fs::weakly_canonical(whole.parent_path(), failed) / whole.filename();
  };
  const fs::path folder = canonical(path == "-" ? "./stack" : path).parent_path();
  for_each_path(stored, [&](std::string& each) {
    if (fs::path(each).is_relative()) each = canonical(each).lexically_proximate(folder).string();
  });
  if (failed) return fail({ErrorCode::kIo, "the working folder cannot be read"});
  return stack_to_json(stored);
}

Result<LayerStack> load_stack(const std::string& path) {
  const auto file = InputFile::open(path);
  if (!file) return fail(Error(file.error()).in(input_label(path)));
  const auto bytes = file->bytes();
  auto stack = stack_from_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (!stack) return fail(std::move(stack.error()).in(input_label(path)));
  const auto refuse = [&](std::string why) {
    return fail(Error{ErrorCode::kMalformed, std::move(why)}.in(input_label(path)));
  };
  bool from_stdin = false;
  for_each_path(*stack, [&](const std::string& each) { from_stdin |= each == "-"; });
  if (from_stdin) return refuse("a stack cannot name standard input");
  if (Status valid = validate(*stack); !valid) return refuse(valid.error().message);
  const fs::path folder = fs::path(path == "-" ? "" : path).parent_path();
  for_each_path(*stack, [&](std::string& each) {
    if (fs::path(each).is_relative()) each = (folder / each).string();
  });
  return stack;
}

}  // namespace mmdkit
