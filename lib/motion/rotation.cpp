#include "motion/rotation.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <tuple>

namespace mmdkit {
namespace {

double dot(const DQuat& a, const DQuat& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

DVec3 vector_part(const DQuat& q) {
  return {q.x, q.y, q.z};
}

DQuat sum(const DQuat& a, double ka, const DQuat& b, double kb) {
  return {a.w * ka + b.w * kb, a.x * ka + b.x * kb, a.y * ka + b.y * kb, a.z * ka + b.z * kb};
}

double length(const DVec3& v) {
  return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

std::tuple<double, double, double, double> components(const DQuat& q) {
  return {q.w, q.x, q.y, q.z};
}

}  // namespace

DQuat normalized(const DQuat& q) {
  const double norm = std::sqrt(dot(q, q));
  if (norm == 0) return kIdentity;
  return {q.w / norm, q.x / norm, q.y / norm, q.z / norm};
}

DQuat slerp(const DQuat& a, const DQuat& b, double t) {
  const double cosine = dot(a, b);
  const DQuat near = cosine < 0 ? -b : b;
  if (t == 0) return a;
  if (t == 1) return near;
  const double c = std::abs(cosine);
  // So close that the arc is a line, and dividing by its sine would lose digits.
  if (c > 1 - 1e-12) return normalized(sum(a, 1 - t, near, t));
  const double angle = std::acos(c), sine = std::sqrt(1 - c * c);
  return sum(a, std::sin((1 - t) * angle) / sine, near, std::sin(t * angle) / sine);
}

DVec3 rotation_log(const DQuat& q) {
  const DVec3 v = vector_part(q);
  const double sine = length(v);
  if (sine == 0) return {0, 0, 0};
  const double half = q.w < 0 ? std::atan2(-sine, -q.w) : std::atan2(sine, q.w);
  return v * (2 * half / sine);
}

DQuat rotation_exp(const DVec3& v) {
  const double square = v.x * v.x + v.y * v.y + v.z * v.z;
  double cosine = 0, k = 0;  // of the half angle; k = sin(a/2) / a
  if (square < 0.0025) {
    // By series, to 1e-15 below 0.05 rad: no division by (almost) zero, and fast for small steps.
    cosine = 1 - square * (1.0 / 8 - square * (1.0 / 384 - square / 46080));
    k = 0.5 - square * (1.0 / 48 - square * (1.0 / 3840 - square / 645120));
  } else {
    const double angle = std::sqrt(square);
    cosine = std::cos(angle / 2);
    k = std::sin(angle / 2) / angle;
  }
  return {cosine, v.x * k, v.y * k, v.z * k};
}

DQuat rotation_power(const DQuat& q, double exponent) {
  return rotation_exp(rotation_log(q) * exponent);
}

namespace {

using Matrix4 = std::array<std::array<double, 4>, 4>;

double trace_of(const Matrix4& m) {
  return m[0][0] + m[1][1] + m[2][2] + m[3][3];
}

/// Eigenvector of the largest eigenvalue of a symmetric matrix without negative eigenvalues, by
/// squaring: M^(2^n) tends to a multiple of v v^T, whose square has the square of its trace.
DQuat principal_eigenvector(Matrix4 m) {
  constexpr int kMostSquarings = 8;
  constexpr double kRankOne = 1 - 1e-4;
  double relative_trace = 0;
  for (int n = 0; n < kMostSquarings && relative_trace < kRankOne; ++n) {
    const double scale = 1 / trace_of(m);
    const double square_scale = scale * scale;
    Matrix4 square;
    for (std::size_t r = 0; r < 4; ++r)
      for (std::size_t c = r; c < 4; ++c)
        square[r][c] = square[c][r] =
            (m[r][0] * m[0][c] + m[r][1] * m[1][c] + m[r][2] * m[2][c] + m[r][3] * m[3][c]) *
            square_scale;
    m = square;
    relative_trace = trace_of(m);
  }
  std::size_t best = 0;
  for (std::size_t c = 1; c < 4; ++c)
    if (m[c][c] > m[best][best]) best = c;
  return normalized({m[best][0], m[best][1], m[best][2], m[best][3]});
}

/// Where all rotations are within a right angle of the first, their mean is unique and every start
/// leads to it: the plain sum will do. Precondition: canonical order.
bool are_near(std::span<const WeightedRotation> rotations) {
  constexpr double kCosine = 0.7071;  // of half a right angle
  return std::ranges::all_of(rotations, [&](const WeightedRotation& each) {
    return std::abs(dot(rotations[0].rotation, each.rotation)) > kCosine;
  });
}

DQuat aligned_sum(std::span<const WeightedRotation> rotations) {
  DQuat total{0, 0, 0, 0};
  for (const WeightedRotation& each : rotations) {
    const double sign = dot(rotations[0].rotation, each.rotation) < 0 ? -1 : 1;
    total = sum(total, 1, each.rotation, sign * each.weight);
  }
  return normalized(total);
}

DQuat start_of_mean(std::span<const WeightedRotation> rotations) {
  if (are_near(rotations)) return aligned_sum(rotations);
  Matrix4 m{};
  for (const WeightedRotation& each : rotations) {
    const DQuat& r = each.rotation;
    const std::array<double, 4> q = {r.w, r.x, r.y, r.z};
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = i; j < 4; ++j) {
        m[i][j] += each.weight * q[i] * q[j];
        m[j][i] = m[i][j];
      }
  }
  return principal_eigenvector(m);
}

/// One of q and -q, the same for both, and an order that does not depend on the caller's.
void make_canonical(std::span<WeightedRotation> rotations) {
  for (WeightedRotation& each : rotations)
    if (components(each.rotation) < components(-each.rotation)) each.rotation = -each.rotation;
  std::ranges::sort(rotations, [](const WeightedRotation& a, const WeightedRotation& b) {
    const auto ca = components(a.rotation), cb = components(b.rotation);
    return ca != cb ? ca < cb : a.weight < b.weight;
  });
}

}  // namespace

namespace {

/// Symmetric 3x3 matrix.
struct Symmetric3 {
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
};

/// Solution of m x = b. Precondition: m is positive definite.
DVec3 solve(const Symmetric3& m, const DVec3& b) {
  const double cxx = m.yy * m.zz - m.yz * m.yz, cxy = m.xz * m.yz - m.xy * m.zz;
  const double cxz = m.xy * m.yz - m.xz * m.yy, cyy = m.xx * m.zz - m.xz * m.xz;
  const double cyz = m.xy * m.xz - m.xx * m.yz, czz = m.xx * m.yy - m.xy * m.xy;
  const double scale = 1 / (m.xx * cxx + m.xy * cxy + m.xz * cxz);
  return {(cxx * b.x + cxy * b.y + cxz * b.z) * scale, (cxy * b.x + cyy * b.y + cyz * b.z) * scale,
          (cxz * b.x + cyz * b.y + czz * b.z) * scale};
}

/// Sum of w log(m^-1 q), and the second derivative of the sum of w angle^2 / 2, both in the frame
/// of `mean`. For one rotation of angle a about the unit vector u that derivative is
/// k I + (1 - k) u u^T with k = (a/2) cot(a/2).
struct Descent {
  DVec3 pull{0, 0, 0};
  Symmetric3 curvature;
};

Descent descent_at(const DQuat& mean, std::span<const WeightedRotation> rotations) {
  Descent at;
  const DQuat inverse = glm::conjugate(mean);
  for (const WeightedRotation& each : rotations) {
    DQuat q = inverse * each.rotation;
    if (q.w < 0) q = -q;
    const DVec3 v = vector_part(q);
    const double sine = length(v), weight = each.weight;
    const double half = std::atan2(sine, q.w);
    const double k = sine == 0 ? 1 : half * q.w / sine;
    const double pull = sine == 0 ? 2 * weight : weight * 2 * half / sine;
    const double outer = sine == 0 ? 0 : weight * (1 - k) / (sine * sine);
    at.pull += v * pull;
    at.curvature.xx += weight * k + outer * v.x * v.x;
    at.curvature.yy += weight * k + outer * v.y * v.y;
    at.curvature.zz += weight * k + outer * v.z * v.z;
    at.curvature.xy += outer * v.x * v.y;
    at.curvature.xz += outer * v.x * v.z;
    at.curvature.yz += outer * v.y * v.z;
  }
  return at;
}

}  // namespace

DQuat mean_rotation(std::span<WeightedRotation> rotations) {
  assert(!rotations.empty());
  if (rotations.size() == 1) return rotations[0].rotation;
  make_canonical(rotations);
  double total = 0;
  for (const WeightedRotation& each : rotations) total += each.weight;
  for (WeightedRotation& each : rotations) each.weight /= total;  // of any size, but 1 together
  if (rotations.size() == 2)
    return slerp(rotations[0].rotation, rotations[1].rotation, rotations[1].weight);

  constexpr double kSmallestStep = 1e-9;
  constexpr double kNear = 0.1;             // where Newton's method converges for sure
  constexpr double kLastNewtonStep = 1e-5;  // it squares what is missing
  constexpr int kMostSteps = 20;
  DQuat mean = start_of_mean(rotations);
  for (int i = 0; i < kMostSteps; ++i) {
    const Descent at = descent_at(mean, rotations);
    DVec3 step = at.pull;
    const bool near = length(step) < kNear;
    if (near) step = solve(at.curvature, at.pull);
    mean = mean * rotation_exp(step);
    if (length(step) < (near ? kLastNewtonStep : kSmallestStep)) break;
  }
  return normalized(mean);
}

}  // namespace mmdkit
