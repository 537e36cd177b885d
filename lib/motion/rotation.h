#pragma once

#include <span>

#include "base/math.h"

// Rotations as unit quaternions, q and -q being the same. All in double; angles in radians.

namespace mmdkit {

/// Unit quaternion in the direction of `q`; the identity if `q` is zero.
DQuat normalized(const DQuat& q);

/// On the shortest arc from `a` (t = 0) to `b` (t = 1); t may lie outside 0..1. Exactly `a` at 0
/// and `b` (up to sign) at 1. Between opposite rotations the axis comes from the signs as given.
DQuat slerp(const DQuat& a, const DQuat& b, double t);

/// Rotation vector of `q` (axis times angle, at most pi), by atan2: exact near 0 and near pi.
DVec3 rotation_log(const DQuat& q);
/// Inverse of `rotation_log`.
DQuat rotation_exp(const DVec3& v);

/// `q` with its angle (at most pi) times `exponent`, which may be negative or above 1.
DQuat rotation_power(const DQuat& q, double exponent);

struct WeightedRotation {
  DQuat rotation = kIdentity;
  double weight = 0;  ///< Above 0.
};

/// Weighted geodesic mean: the rotation that minimises the sum of weighted squared angles to all.
///
/// Free of the signs of the quaternions and, to the last bit, of their order: `rotations` is
/// brought to a canonical order, and its weights to a sum of 1, first (hence not const). One
/// rotation gives itself, two their slerp. For more, the principal eigenvector of sum w q q^T
/// starts the iteration m <- m exp(sum w log(m^-1 q) / sum w), until the step is below 1e-9 rad, at
/// most 20 times; near the mean the steps are those of Newton's method, which get to the same point
/// in fewer. Precondition: at least one.
DQuat mean_rotation(std::span<WeightedRotation> rotations);

}  // namespace mmdkit
