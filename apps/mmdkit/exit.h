#pragma once

#include "base/diagnostics.h"
#include "base/error.h"

namespace mmdkit::app {

/// Exit codes, the same for every subcommand; README.md documents them.
enum class Exit : int {
  kOk = 0,
  kDifferent = 1,  ///< Different, findings, or some batch items failed.
  kUsage = 2,      ///< Wrong usage.
  kBadInput = 3,   ///< Malformed, unsupported, or inputs that do not belong together.
  kSystem = 4,     ///< The system refused: missing file, no space.
  kInternal = 5,   ///< A bug of ours.
};

Exit exit_of(const Error& error);

/// Prints `mmdkit: error: ...` and gives the exit code.
Exit print_failure(const Error& error);

/// Prints one warning line per diagnostic, with `prefix` (a file, say; may be empty) in front.
void warn(const Diagnostics& diagnostics, std::string_view prefix);

}  // namespace mmdkit::app
