#include "motion/frame_range.h"

#include <fmt/format.h>

#include "base/number_text.h"

namespace mmdkit {

Result<FrameRange> parse_frame_range(std::string_view text) {
  const auto refuse = [text](std::string_view why) {
    return fail({ErrorCode::kUsage, fmt::format("frame range '{}': {}", text, why)});
  };
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return refuse("expected FIRST:LAST, both included");
  const std::string_view first = text.substr(0, colon), last = text.substr(colon + 1);
  FrameRange range;
  if (first.empty() && last.empty()) return refuse("both ends are missing");
  if (!first.empty()) {
    const auto number = parse_u32(first);
    if (!number) return refuse("the first frame is no whole number");
    range.first = *number;
  }
  if (!last.empty()) {
    const auto number = parse_u32(last);
    if (!number) return refuse("the last frame is no whole number");
    range.last = *number;
  }
  if (range.last < range.first) return refuse("the last frame is before the first");
  return range;
}

}  // namespace mmdkit
