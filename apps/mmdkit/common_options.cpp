#include "apps/mmdkit/common_options.h"

#include <spdlog/spdlog.h>

#include <cstdio>

#include "base/result.h"
#include "base/system_error.h"

namespace mmdkit::app {

void add_common_options(CLI::App& command, CommonOptions& options) {
  command.add_flag("--json", options.json, "Print one JSON document instead of text");
  command.add_flag("--strict", options.strict, "Make the first warning an error (exit 3)");
  command.add_flag("-q,--quiet", options.quiet, "No warnings and no report on standard error");
  command.add_flag("-v,--verbose", options.verbose, "Tell of every file that is read or written");
  command.add_option("--name-encoding", options.name_encoding,
                     "Encoding of the names in the file: cp932 (default), utf8 or gbk");
}

void apply(const CommonOptions& options) {
  if (options.verbose) spdlog::set_level(spdlog::level::debug);
  if (options.quiet) spdlog::set_level(spdlog::level::err);
}

void add_output_options(CLI::App& command, OutputOptions& options) {
  command
      .add_option("-o,--output", options.path, "Where to write the motion; - is standard output")
      ->required();
  command.add_flag("-f,--force", options.force, "Replace files that exist");
}

Status check_streams(const CommonOptions& common, const OutputOptions& output) {
  if (common.json && output.path == "-")
    return fail({ErrorCode::kUsage, "--json and -o - both want standard output"});
  return {};
}

Status print_text(const std::string& text, bool to_stderr) {
  std::FILE* stream = to_stderr ? stderr : stdout;
  if (std::fwrite(text.data(), 1, text.size(), stream) == text.size() && std::fflush(stream) == 0)
    return {};
  return fail(system_error("cannot write").in(to_stderr ? "standard error" : "standard output"));
}

Status print_json(const std::string& document) {
  return print_text(document + "\n", false);
}

}  // namespace mmdkit::app
