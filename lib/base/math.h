#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace mmdkit {

/// Stored precision. Components x, y, z.
using Vec3 = glm::vec3;
/// Stored precision. Constructed as (w, x, y, z); members x, y, z, w.
using Quat = glm::quat;

/// Precision of computations between reading and writing.
using DVec3 = glm::dvec3;
using DQuat = glm::dquat;

inline constexpr DQuat kIdentity{1.0, 0.0, 0.0, 0.0};

}  // namespace mmdkit
