#include "apps/mmdkit/exit.h"

#include <spdlog/spdlog.h>

namespace mmdkit::app {

Exit exit_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::kUsage:
      return Exit::kUsage;
    case ErrorCode::kIo:
      return Exit::kSystem;
    case ErrorCode::kMalformed:
    case ErrorCode::kUnsupported:
    case ErrorCode::kMismatch:
      return Exit::kBadInput;
  }
  return Exit::kInternal;
}

Exit print_failure(const Error& error) {
  spdlog::error("{}", error.message);
  return exit_of(error);
}

void warn(const Diagnostics& diagnostics, std::string_view prefix) {
  for (const Diagnostic& each : diagnostics.items())
    spdlog::warn("{}{}{}", prefix, prefix.empty() ? "" : ": ", to_text(each));
}

}  // namespace mmdkit::app
