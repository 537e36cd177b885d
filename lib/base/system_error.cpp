#include "base/system_error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace mmdkit {

Error system_error(std::string_view what) {
  // strerror follows LC_MESSAGES only after setlocale(), which this program never calls.
  const int code = errno;
  return {ErrorCode::kIo, fmt::format("{}: {}", what, std::strerror(code))};
}

}  // namespace mmdkit
