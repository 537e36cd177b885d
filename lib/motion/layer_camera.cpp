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

/// Output frames within `range` at which source frame `frame` plays, ascending.
std::vector<double> play_frames(const LayerClock& clock, std::uint32_t frame,
                                const FrameRange& range) {
  const double source = frame;
  const bool bounded = clock.clips_source || clock.looping;
  if (bounded && (source < clock.first || source > clock.last)) return {};
  const double in_pass = (source - clock.first) / clock.speed;
  const double pass = (clock.last - clock.first) / clock.speed;
  // Passes shorter than a frame cannot be told apart in keys at whole frames: the first stands.
  if (!clock.looping || pass < 1) return {clock.start + in_pass};
  std::vector<double> frames;
  constexpr double kMostPasses = 1e15;  // beyond, a double cannot count them one by one
  // Only passes that touch the range: an offset may be anything, and a loop has no end.
  const double first_pass = std::max(0.0, std::floor((range.first - clock.start) / pass) - 1);
  for (double n = first_pass; n < kMostPasses; ++n) {
    const double start = clock.start + n * pass;
    if (start > range.last || start >= clock.end) break;
    // The end of a pass is the start of the next; only the last pass shows it.
    const bool last = start + pass >= clock.end;
    if (source != clock.last || last) frames.push_back(start + in_pass);
  }
  return frames;
}

template <class Key>
std::vector<Key> play(const std::vector<Key>& keys, const LayerClock& clock,
                      const FrameRange& range, Rounding& rounding) {
  std::vector<Key> played;
  const double first = range.first, last = range.last;
  for (const Key& key : keys)
    for (const double exact : play_frames(clock, key.frame, range)) {
      const double rounded = std::round(exact);
      if (rounded < first || rounded > last) continue;
      constexpr double kLastBits = 1e-6;  // of the arithmetic, not of the time
      const double moved = std::abs(rounded - exact);
      if (moved > kLastBits) {
        ++rounding.keys;
        rounding.most = std::max(rounding.most, moved);
      }
      played.push_back(key);
      played.back().frame = static_cast<std::uint32_t>(rounded);
    }
  if (!clock.looping && clock.speed == 1) return played;
  // Passes overlap in this order, and a higher speed may put two keys on one frame: the later
  // counts.
  std::ranges::stable_sort(played, {}, &Key::frame);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < played.size(); ++i)
    if (i + 1 == played.size() || played[i].frame != played[i + 1].frame)
      played[kept++] = played[i];
  played.resize(kept);
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
