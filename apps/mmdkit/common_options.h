#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "base/result.h"

namespace mmdkit::app {

/// Options that every subcommand has.
struct CommonOptions {
  bool json = false;
  bool strict = false;
  bool quiet = false;
  bool verbose = false;
  std::optional<std::string> name_encoding;  ///< None: cp932, or what a stack file says.
};

/// Adds them to `command`; `options` must live as long as it.
void add_common_options(CLI::App& command, CommonOptions& options);

/// Makes `-q` silence warnings and reports on standard error, and `-v` tell of every file that is
/// read or written. Call first in a subcommand.
void apply(const CommonOptions& options);

/// Where a subcommand writes.
struct OutputOptions {
  std::string path;
  bool force = false;
};

void add_output_options(CLI::App& command, OutputOptions& options);

/// `--json` and `-o -` both want standard output; that is wrong usage.
Status check_streams(const CommonOptions& common, const OutputOptions& output);

/// Prints one JSON document to standard output and flushes. Fails with `kIo`.
Status print_json(const std::string& document);

/// Prints text to standard output or, with `to_stderr`, to standard error.
Status print_text(const std::string& text, bool to_stderr);

}  // namespace mmdkit::app
