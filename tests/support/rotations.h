#pragma once

#include <cmath>
#include <numbers>

#include "base/math.h"
#include "support/random_vmd.h"

namespace mmdkit::test {

/// Turn about one axis (0 = X, 1 = Y, 2 = Z), in degrees.
inline DQuat axis_turn(int axis, double degrees) {
  const double half = degrees * std::numbers::pi / 360;
  DQuat q(std::cos(half), 0, 0, 0);
  (axis == 0 ? q.x : axis == 1 ? q.y : q.z) = std::sin(half);
  return q;
}

/// Angle between two rotations in radians; q and -q are the same.
inline double angle_between(const DQuat& a, const DQuat& b) {
  const DQuat d = glm::conjugate(a) * b;
  return 2 * std::atan2(std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z), std::abs(d.w));
}

inline DQuat random_rotation(Random& random) {
  const auto q = random.rotation();
  return glm::normalize(DQuat(static_cast<double>(q[3]), static_cast<double>(q[0]),
                              static_cast<double>(q[1]), static_cast<double>(q[2])));
}

}  // namespace mmdkit::test
