#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "base/result.h"

namespace mmdkit {

/// Frames from `first` to `last`, both included.
struct FrameRange {
  std::uint32_t first = 0;
  std::uint32_t last = std::numeric_limits<std::uint32_t>::max();

  bool contains(std::uint32_t frame) const { return first <= frame && frame <= last; }
  friend bool operator==(const FrameRange&, const FrameRange&) = default;
};

/// `A:B`, `A:` (to the end) or `:B` (from 0). Fails with `kUsage` on anything else and if B < A.
Result<FrameRange> parse_frame_range(std::string_view text);

}  // namespace mmdkit
