#include "motion/layer_camera.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mmdkit {
namespace {

/// How far rounding moved keys.
struct Rounding {
  std::uint64_t keys = 0;
  double most = 0;  ///< Frames.
};

/// Output frames at which source frame `frame` plays, ascending.
std::vector<double> play_frames(const LayerClock& clock, std::uint32_t frame, double last_output) {
  const double source = frame;
  const bool bounded = clock.clips_source || clock.looping;
  if (bounded && (source < clock.first || source > clock.last)) return {};
  std::vector<double> frames;
  const double pass = (clock.last - clock.first) / clock.speed;
  double start = clock.start;
  do {
    // The end of a pass is the start of the next; only the last pass shows it.
    const bool seam = clock.looping && source == clock.last && start + pass < clock.end;
    if (!seam) frames.push_back(start + (source - clock.first) / clock.speed);
    start += pass;
  } while (clock.looping && start < clock.end && start <= last_output);
  return frames;
}

template <class Key>
std::vector<Key> play(const std::vector<Key>& keys, const LayerClock& clock,
                      const FrameRange& range, Rounding& rounding) {
  std::vector<Key> played;
  const double first = range.first, last = range.last;
  for (const Key& key : keys)
    for (const double exact : play_frames(clock, key.frame, last)) {
      const double rounded = std::round(exact);
      if (rounded < first || rounded > last) continue;
      if (rounded != exact) ++rounding.keys;
      rounding.most = std::max(rounding.most, std::abs(rounded - exact));
      played.push_back(key);
      played.back().frame = static_cast<std::uint32_t>(rounded);
    }
  return played;
}

template <class Key>
std::vector<Key> bake_section(const LoadedStack& stack, std::vector<Key> Vmd::*section,
                              Rounding& rounding) {
  if (stack.base && !(stack.base->vmd.*section).empty()) {
    std::vector<Key> keys = stack.base->vmd.*section;
    std::erase_if(keys, [&](const Key& key) { return !stack.frames.contains(key.frame); });
    return keys;
  }
  for (const StackLayer& layer : stack.layers)
    if (const auto& keys = layer.source.vmd.*section; !keys.empty())
      return play(keys, layer.clock, stack.frames, rounding);
  return {};
}

}  // namespace

void bake_camera(const LoadedStack& stack, Vmd& out, Diagnostics& diagnostics) {
  Rounding rounding;
  out.camera_keys = bake_section(stack, &Vmd::camera_keys, rounding);
  out.light_keys = bake_section(stack, &Vmd::light_keys, rounding);
  out.shadow_keys = bake_section(stack, &Vmd::shadow_keys, rounding);
  diagnostics.add_many("bake-camera-rounded", rounding.keys, "",
                       fmt::format("camera, light and shadow keys moved to whole frames, by at "
                                   "most {:.3g} frames",
                                   rounding.most));
}

}  // namespace mmdkit
