#include "pipeline/stack_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <utility>

#include "base/input_file.h"
#include "motion/layer_stack_json.h"
#include "motion/selection.h"
#include "pipeline/load.h"

namespace mmdkit {
namespace {

namespace fs = std::filesystem;

template <class Change>
void for_each_path(LayerStack& stack, const Change& change) {
  if (stack.base) change(stack.base->path);
  for (Layer& layer : stack.layers) change(layer.file.path);
}

/// The terms of every layer can be compiled.
Status check_selections(const LayerStack& stack) {
  auto codec = NameCodec::open(stack.name_encoding);
  if (!codec) return fail(std::move(codec.error()));
  for (std::size_t i = 0; i < stack.layers.size(); ++i) {
    const auto check = [&](const auto& terms, std::string_view member) -> Status {
      if (!terms) return {};
      auto selection = Selection::compile(*terms, *codec);
      if (selection) return {};
      return fail(std::move(selection.error()).in(fmt::format("layers[{}].{}", i, member)));
    };
    if (Status bones = check(stack.layers[i].bones, "bones"); !bones) return bones;
    if (Status morphs = check(stack.layers[i].morphs, "morphs"); !morphs) return morphs;
  }
  return {};
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
  if (Status selections = check_selections(*stack); !selections)
    return refuse(selections.error().message);
  const fs::path folder = fs::path(path == "-" ? "" : path).parent_path();
  for_each_path(*stack, [&](std::string& each) {
    if (fs::path(each).is_relative()) each = (folder / each).string();
  });
  return stack;
}

}  // namespace mmdkit
