#include "motion/layer_clock.h"

#include <algorithm>
#include <cmath>

namespace mmdkit {

LayerClock make_clock(const Layer& layer, std::uint32_t source_last_frame) {
  LayerClock clock;
  clock.speed = layer.speed;
  clock.last = source_last_frame;
  if (layer.range) {
    clock.first = layer.range->first;
    clock.last = std::max(clock.first, std::min<double>(layer.range->last, source_last_frame));
    clock.clips_source = true;
  }
  clock.start = clock.first + layer.offset;
  const double pass = (clock.last - clock.first) / clock.speed;
  // A pass of no length shows one pose, however often it plays.
  clock.looping = layer.loop.has_value() && pass > 0;
  const bool forever = clock.looping && *layer.loop == kLoopForever;
  clock.end = forever ? std::numeric_limits<double>::infinity()
                      : clock.start + pass * (clock.looping ? *layer.loop : 1);
  clock.bounded_start = layer.range.has_value() || layer.fade_in > 0;
  clock.bounded_end = layer.range.has_value() || layer.fade_out > 0;
  return clock;
}

double source_frame(const LayerClock& clock, double frame) {
  const double played = std::max(0.0, frame - clock.start) * clock.speed;
  if (clock.looping) {
    if (frame >= clock.end) return clock.last;
    const double length = clock.last - clock.first;
    const double in_pass = std::isfinite(played) ? std::fmod(played, length) : 0;
    // A whole number of passes may come out as a hair less, which is not the end but the start.
    constexpr double kHair = 1e-6;
    return in_pass > length - kHair ? clock.first : clock.first + in_pass;
  }
  // Before its start a layer without a range shows source frames below 0, which hold like 0.
  const double shown = clock.first + played;
  return clock.clips_source ? std::min(shown, clock.last) : shown;
}

namespace {

double curve_weight(const std::vector<WeightPoint>& curve, double frame) {
  if (frame <= curve.front().frame) return curve.front().weight;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    if (frame > curve[i].frame) continue;
    const WeightPoint& a = curve[i - 1];
    const WeightPoint& b = curve[i];
    return a.weight + (b.weight - a.weight) * ((frame - a.frame) / (b.frame - a.frame));
  }
  return curve.back().weight;
}

}  // namespace

double layer_weight(const Layer& layer, const LayerClock& clock, double frame) {
  if (!layer.enabled) return 0;
  if (clock.bounded_start && frame < clock.start) return 0;
  if (clock.bounded_end && frame > clock.end) return 0;
  double weight = curve_weight(layer.weight, frame);
  if (layer.fade_in > 0) weight *= std::clamp((frame - clock.start) / layer.fade_in, 0.0, 1.0);
  if (layer.fade_out > 0) weight *= std::clamp((clock.end - frame) / layer.fade_out, 0.0, 1.0);
  return weight;
}

bool is_silent(const Layer& layer) {
  return !layer.enabled ||
         std::ranges::all_of(layer.weight, [](const WeightPoint& p) { return p.weight == 0; });
}

bool moves_only(const Layer& layer, std::int64_t& frames) {
  constexpr double kMost = 4294967296.0;
  if (layer.speed != 1 || layer.loop || layer.offset != std::floor(layer.offset) ||
      std::abs(layer.offset) > kMost)
    return false;
  frames = static_cast<std::int64_t>(layer.offset);
  return true;
}

}  // namespace mmdkit
