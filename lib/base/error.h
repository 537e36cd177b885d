#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mmdkit {

/// What kind of failure it is. Picks the exit code; callers never parse message text.
enum class ErrorCode : std::uint8_t {
  kUsage,        ///< The request itself is wrong: unknown bone set, bad pattern, bad range.
  kIo,           ///< The operating system refused: missing file, no permission, disk full.
  kMalformed,    ///< Input breaks its own format.
  kUnsupported,  ///< Input is valid, but uses something this tool does not do.
  kMismatch,     ///< Inputs are each valid but do not belong together.
};

/// One failure and the trail to it, outermost step first:
/// `dance.vmd: morph key 812: byte 0x16f4: file ends inside a record`.
struct Error {
  ErrorCode code = ErrorCode::kMalformed;
  std::string message;

  /// Puts `step` in front of the trail. Call it while the error travels up, at each place that
  /// knows something the reader of the message does not.
  [[nodiscard]] Error in(std::string_view step) &&;
};

}  // namespace mmdkit
