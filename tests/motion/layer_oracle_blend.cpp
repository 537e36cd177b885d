#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "motion/layer_oracle.h"
#include "motion/motion_vmd.h"
#include "support/vmd_builder.h"

namespace mmdkit::test {

namespace {

bool takes(const std::optional<std::vector<std::string>>& names, std::string_view name) {
  return !names || std::ranges::any_of(*names, [&](const std::string& term) {
    return term == "*" || cp932(term) == name;
  });
}

/// One layer that has the name and acts at the frame.
template <class Value>
struct Part {
  Value value, reference;
  double weight = 0;
  bool additive = false;
};

/// `sample(vmd, frame)`: the value of the name in question, if the motion has it.
template <class Value, class Sample>
std::vector<Part<Value>> parts_at(const LoadedStack& stack, std::string_view name, bool bone,
                                  double frame, const Sample& sample) {
  std::vector<Part<Value>> parts;
  for (const StackLayer& each : stack.layers) {
    const Layer& layer = each.layer;
    if (!takes(bone ? layer.bones : layer.morphs, name)) continue;
    const auto last = static_cast<double>(last_frame(each.source.vmd));
    const double weight = slow_weight(layer, last, frame);
    const auto value = sample(each.source.vmd, slow_source_frame(layer, last, frame));
    if (!value || weight <= 0) continue;
    Part<Value> part{*value, {}, weight, layer.mode == LayerMode::kAdditive};
    if (layer.reference) part.reference = *sample(each.source.vmd, *layer.reference);
    parts.push_back(part);
  }
  return parts;
}

/// The share of the base (or rest) and of every override layer in the result.
struct SlowShares {
  double base = 0;
  std::vector<double> layers;
};

std::vector<std::size_t> heaviest_first(const std::vector<double>& weights) {
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
  return order;
}

SlowShares shares(BlendMode mode, bool has_base, const std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  SlowShares result;
  const auto scaled = [&](double factor) {
    for (const double w : weights) result.layers.push_back(w * factor);
  };
  if (mode == BlendMode::kMean) {
    result.base = sum < 1 ? 1 - sum : 0;
    scaled(sum < 1 ? 1 : 1 / sum);
  } else if (mode == BlendMode::kNormalized) {
    result.base = 1 / (1 + sum);
    scaled(1 / (1 + sum));
  } else if (mode == BlendMode::kComposite) {
    const double all = sum + (has_base ? 1 : 0);
    result.base = has_base ? 1 / std::max(1.0, all) : 0;
    scaled(1 / std::max(1.0, all));
  } else {
    // What a layer takes from those before it, it takes from each in proportion.
    result.base = 1;
    result.layers.assign(weights.size(), 0);
    for (const std::size_t i : heaviest_first(weights)) {
      const double step = weights[i] / std::max(1.0, sum);
      result.base *= 1 - step;
      for (double& share : result.layers) share *= 1 - step;
      result.layers[i] = step;
    }
  }
  return result;
}

SlowQuat blended_rotation(BlendMode mode, bool has_base, const SlowQuat& base,
                          const std::vector<SlowWeighted>& layers) {
  double sum = 0;
  std::vector<double> weights;
  for (const SlowWeighted& each : layers) {
    sum += each.weight;
    weights.push_back(each.weight);
  }
  if (mode == BlendMode::kMean) return slow_slerp(base, slow_mean(layers), std::min(1.0, sum));
  if (mode == BlendMode::kSequential) {
    SlowQuat q = base;
    for (const std::size_t i : heaviest_first(weights))
      q = slow_slerp(q, layers[i].rotation, weights[i] / std::max(1.0, sum));
    return q;
  }
  std::vector<SlowWeighted> spans = layers;
  if (mode == BlendMode::kNormalized || has_base) spans.insert(spans.begin(), {base, 1});
  SlowQuat running;
  double taken = 0;
  for (const SlowWeighted& span : spans) {
    taken += span.weight;
    running = slow_slerp(running, span.rotation, span.weight / taken);
  }
  return taken < 1 ? slow_slerp({}, running, taken) : running;
}

}  // namespace

SlowPose slow_pose(const LoadedStack& stack, std::string_view name, double frame) {
  const auto sample = [&](const Vmd& vmd, double at) { return slow_sample_bone(vmd, name, at); };
  const auto parts = parts_at<SlowPose>(stack, name, true, frame, sample);
  std::optional<SlowPose> base;
  if (stack.base) base = sample(stack.base->vmd, frame);
  SlowPose result = base.value_or(SlowPose{});

  std::vector<SlowWeighted> rotations;
  std::vector<double> weights;
  for (const auto& part : parts)
    if (!part.additive) {
      rotations.push_back({part.value.rotation, part.weight});
      weights.push_back(part.weight);
    }
  if (!weights.empty()) {
    const SlowShares share = shares(stack.mode, base.has_value(), weights);
    result.rotation = blended_rotation(stack.mode, base.has_value(), result.rotation, rotations);
    for (double& c : result.translation) c *= share.base;
    double largest = base ? share.base : 0;
    std::size_t i = 0;
    for (const auto& part : parts) {
      if (part.additive) continue;
      for (std::size_t c = 0; c < 3; ++c)
        result.translation[c] += part.value.translation[c] * share.layers[i];
      if (share.layers[i] >= largest) {
        largest = share.layers[i];
        result.physics_on = part.value.physics_on;
      }
      ++i;
    }
  }
  for (const auto& part : parts) {
    if (!part.additive) continue;
    result.rotation =
        result.rotation *
        slow_power(slow_inverse(part.reference.rotation) * part.value.rotation, part.weight);
    for (std::size_t c = 0; c < 3; ++c)
      result.translation[c] +=
          part.weight * (part.value.translation[c] - part.reference.translation[c]);
  }
  return result;
}

double slow_morph(const LoadedStack& stack, std::string_view name, double frame) {
  const auto sample = [&](const Vmd& vmd, double at) { return slow_sample_morph(vmd, name, at); };
  const auto parts = parts_at<double>(stack, name, false, frame, sample);
  std::optional<double> base;
  if (stack.base) base = sample(stack.base->vmd, frame);
  std::vector<double> weights;
  for (const auto& part : parts)
    if (!part.additive) weights.push_back(part.weight);
  double result = base.value_or(0);
  if (!weights.empty()) {
    const SlowShares share = shares(stack.mode, base.has_value(), weights);
    result *= share.base;
    std::size_t i = 0;
    for (const auto& part : parts)
      if (!part.additive) result += part.value * share.layers[i++];
  }
  for (const auto& part : parts)
    if (part.additive) result += part.weight * (part.value - part.reference);
  return result;
}

}  // namespace mmdkit::test
