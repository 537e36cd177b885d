#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "motion/layers.h"

// A second opinion on layered motions: the definitions of docs/layering.md written out from the
// stored records, slowly, sharing no code with lib/motion. Of a `LoadedStack` it
// reads the records and the options only, never tracks or clocks.

namespace mmdkit::test {

/// Quaternion as the oracle computes it.
struct SlowQuat {
  double w = 1, x = 0, y = 0, z = 0;
};

SlowQuat operator*(const SlowQuat& a, const SlowQuat& b);
SlowQuat slow_inverse(const SlowQuat& q);
/// Axis times angle, at most pi.
std::array<double, 3> slow_log(const SlowQuat& q);
/// `q` with its angle times `t`.
SlowQuat slow_power(const SlowQuat& q, double t);
/// a (a^-1 b)^t: the same as slerp on the shortest arc.
SlowQuat slow_slerp(const SlowQuat& a, const SlowQuat& b, double t);

struct SlowWeighted {
  SlowQuat rotation;
  double weight = 0;
};
/// Sum of w angle^2, which the weighted geodesic mean makes least.
double spread_about(const SlowQuat& m, std::span<const SlowWeighted> rotations);
/// The mean by plain descent, m <- m exp(sum w log(m^-1 q) / 2 sum w). Precondition: all within a
/// quarter turn of each other, where there is one minimum.
SlowQuat slow_mean(std::span<const SlowWeighted> rotations);

/// By(t) where Bx(t) = time, by 80 halvings.
double slow_curve(CurveHandles handles, double time);

struct SlowPose {
  std::array<double, 3> translation{};
  SlowQuat rotation;
  bool physics_on = true;
};

/// What the records of one name in one motion say at a frame; no value without records.
std::optional<SlowPose> slow_sample_bone(const Vmd& vmd, std::string_view name, double frame);
std::optional<double> slow_sample_morph(const Vmd& vmd, std::string_view name, double frame);

/// Source frame and weight of a layer whose source ends at `source_last`, by the words of
/// LayerClock and Layer.
double slow_source_frame(const Layer& layer, double source_last, double frame);
double slow_weight(const Layer& layer, double source_last, double frame);

/// Value of the bone or morph of that name (bytes) in the whole stack. Curves are exact.
/// Precondition: selections are lists of whole names, without patterns.
SlowPose slow_pose(const LoadedStack& stack, std::string_view name, double frame);
double slow_morph(const LoadedStack& stack, std::string_view name, double frame);

}  // namespace mmdkit::test
