#include "pipeline/load.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <utility>

#include "base/unicode.h"

namespace mmdkit {

std::string input_label(const std::string& path) {
  return path == "-" ? "standard input" : printable(path);
}

std::string output_label(const std::string& path) {
  return path == "-" ? "standard output" : printable(path);
}

Result<LoadedVmd> load_vmd(const std::string& path) {
  auto file = InputFile::open(path);
  if (!file) return fail(std::move(file.error()).in(input_label(path)));
  LoadedVmd loaded{std::move(*file), {}, {}};
  auto layout = scan_vmd(loaded.file.bytes(), loaded.diagnostics);
  if (!layout) return fail(std::move(layout.error()).in(input_label(path)));
  loaded.layout = *layout;
  spdlog::debug("{}: {} bytes read", input_label(path), loaded.file.bytes().size());
  return loaded;
}

Status check_strict(const Diagnostics& diagnostics, bool strict) {
  if (!strict || diagnostics.empty()) return {};
  return fail(
      {ErrorCode::kMalformed, fmt::format("{} [--strict]", to_text(diagnostics.items().front()))});
}

}  // namespace mmdkit
