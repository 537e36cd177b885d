#pragma once

#include <span>

#include "motion/layer_stack.h"
#include "motion/sample.h"

// Blending of one bone or morph at one frame: pure functions in bone-local space. The definitions
// and their sources stand in docs/layering.md.

namespace mmdkit {

/// What one layer says about a bone.
struct WeightedPose {
  BonePose pose;
  double weight = 0;  ///< Above 0; may exceed 1.
};

/// `base` null: the base lacks the bone and counts as rest, and in `composite` as absent.
/// `layers`: the layers that have the bone and a weight above 0, in stack order; may be empty.
///
/// The physics switch is that of the source with the largest share of the result, of equal ones
/// the later; rest has none.
BonePose blend(BlendMode mode, const BonePose* base, std::span<const WeightedPose> layers);

/// Adds the change of `layer` against `reference` to `pose`: q (ref^-1 layer)^w, t + w (layer -
/// ref). Keeps the physics switch of `pose`.
BonePose add(const BonePose& pose, const BonePose& layer, const BonePose& reference, double weight);

struct WeightedValue {
  double value = 0;
  double weight = 0;  ///< Above 0.
};

/// The same rules for a morph weight. `base` null: the base lacks the morph.
double blend(BlendMode mode, const double* base, std::span<const WeightedValue> layers);

}  // namespace mmdkit
