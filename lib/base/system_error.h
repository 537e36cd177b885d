#pragma once

#include <string_view>

#include "base/error.h"

namespace mmdkit {

/// A `kIo` error from the current `errno`: `cannot open: No such file or directory`.
/// Call it right after the failed call. The text is English whatever the locale.
Error system_error(std::string_view what);

}  // namespace mmdkit
