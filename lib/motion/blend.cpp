#include "motion/blend.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "motion/rotation.h"

namespace mmdkit {
namespace {

/// How much of each source is in the result, by the rule of the mode. Rest may hold the remainder.
struct Shares {
  double base = 0;
  double scale = 0;                ///< Share of a layer over its weight,
  std::vector<double> sequential;  ///< but in `sequential`, where shares depend on the order.

  double of(std::size_t layer, double weight) const {
    return sequential.empty() ? weight * scale : sequential[layer];
  }
};

template <class Weighted>
double total(std::span<const Weighted> layers) {
  return std::accumulate(layers.begin(), layers.end(), 0.0,
                         [](double sum, const Weighted& each) { return sum + each.weight; });
}

/// Indices by descending weight, equal ones in stack order.
template <class Weighted>
std::vector<std::size_t> by_descending_weight(std::span<const Weighted> layers) {
  std::vector<std::size_t> order(layers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>{},
                           [&](std::size_t i) { return layers[i].weight; });
  return order;
}

template <class Weighted>
Shares shares_of(BlendMode mode, bool has_base, std::span<const Weighted> layers) {
  const double sum = total(layers);
  switch (mode) {
    case BlendMode::kMean:
      return {1 - std::min(1.0, sum), 1 / std::max(1.0, sum), {}};
    case BlendMode::kNormalized:
      return {1 / (sum + 1), 1 / (sum + 1), {}};
    case BlendMode::kComposite: {
      const double all = sum + (has_base ? 1 : 0);
      const double scale = all < 1 ? 1 : 1 / all;
      return {has_base ? scale : 0, scale, {}};
    }
    case BlendMode::kSequential:
      break;
  }
  Shares shares{1, 0, std::vector<double>(layers.size())};
  for (const std::size_t i : by_descending_weight(layers)) {
    const double step = layers[i].weight / std::max(1.0, sum);
    for (double& share : shares.sequential) share *= 1 - step;
    shares.base *= 1 - step;
    shares.sequential[i] = step;
  }
  return shares;
}

/// slerp and lerp by turns, each source by its share of what has been taken so far.
class RunningMean {
 public:
  void take(const DQuat& rotation, double share) {
    if (share <= 0) return;
    taken_ += share;
    rotation_ = taken_ == share ? rotation : slerp(rotation_, rotation, share / taken_);
  }
  const DQuat& rotation() const { return rotation_; }
  double taken() const { return taken_; }

 private:
  DQuat rotation_ = kIdentity;
  double taken_ = 0;
};

DQuat mean_toward_base(const DQuat& base, std::span<const WeightedPose> layers) {
  // Called for every bone on every frame: the usual few layers fit here without an allocation.
  std::array<WeightedRotation, 8> few;
  std::vector<WeightedRotation> many;
  std::span<WeightedRotation> rotations(few);
  if (layers.size() > few.size()) {
    many.resize(layers.size());
    rotations = many;
  }
  for (std::size_t i = 0; i < layers.size(); ++i)
    rotations[i] = {layers[i].pose.rotation, layers[i].weight};
  return slerp(base, mean_rotation(rotations.first(layers.size())), std::min(1.0, total(layers)));
}

DQuat blend_rotation(BlendMode mode, const DQuat& base, const Shares& shares,
                     std::span<const WeightedPose> layers) {
  if (mode == BlendMode::kMean) return mean_toward_base(base, layers);
  if (mode == BlendMode::kSequential) {
    DQuat rotation = base;
    const double scale = 1 / std::max(1.0, total(layers));
    for (const std::size_t i : by_descending_weight(layers))
      rotation = slerp(rotation, layers[i].pose.rotation, layers[i].weight * scale);
    return rotation;
  }
  RunningMean mean;
  mean.take(base, shares.base);
  for (std::size_t i = 0; i < layers.size(); ++i)
    mean.take(layers[i].pose.rotation, shares.of(i, layers[i].weight));
  // Only composite can leave a share untaken; it goes to rest.
  constexpr double kRounding = 1e-12;
  if (mean.taken() < 1 - kRounding) return slerp(kIdentity, mean.rotation(), mean.taken());
  return mean.rotation();
}

/// Sum of share times value; exact where one source has it all.
template <class Value, class Get, class Weighted>
Value weighted_sum(const Value& base, const Shares& shares, std::span<const Weighted> layers,
                   const Get& get) {
  Value sum = base * shares.base;
  for (std::size_t i = 0; i < layers.size(); ++i)
    sum += get(layers[i]) * shares.of(i, layers[i].weight);
  return sum;
}

bool physics_of_largest(const BonePose* base, const Shares& shares,
                        std::span<const WeightedPose> layers) {
  bool physics_on = base == nullptr || base->physics_on;
  double largest = base != nullptr ? shares.base : 0;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const double share = shares.of(i, layers[i].weight);
    if (share < largest) continue;
    largest = share;
    physics_on = layers[i].pose.physics_on;
  }
  return physics_on;
}

}  // namespace

BonePose blend(BlendMode mode, const BonePose* base, std::span<const WeightedPose> layers) {
  const BonePose rest;
  const BonePose& start = base != nullptr ? *base : rest;
  if (layers.empty()) return start;
  const Shares shares = shares_of(mode, base != nullptr, layers);
  BonePose result;
  result.rotation = blend_rotation(mode, start.rotation, shares, layers);
  result.translation = weighted_sum(start.translation, shares, layers,
                                    [](const WeightedPose& each) { return each.pose.translation; });
  result.physics_on = physics_of_largest(base, shares, layers);
  return result;
}

BonePose add(const BonePose& pose, const BonePose& layer, const BonePose& reference,
             double weight) {
  const DQuat change = glm::conjugate(reference.rotation) * layer.rotation;
  BonePose result = pose;
  result.rotation = normalized(pose.rotation * rotation_power(change, weight));
  result.translation += (layer.translation - reference.translation) * weight;
  return result;
}

double blend(BlendMode mode, const double* base, std::span<const WeightedValue> layers) {
  const double start = base != nullptr ? *base : 0;
  if (layers.empty()) return start;
  const Shares shares = shares_of(mode, base != nullptr, layers);
  return weighted_sum(start, shares, layers, [](const WeightedValue& each) { return each.value; });
}

}  // namespace mmdkit
