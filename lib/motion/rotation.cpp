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

DVec3 vector_part(const DQuat& q) { return {q.x, q.y, q.z}; }

DQuat sum(const DQuat& a, double ka, const DQuat& b, double kb) {
  return {a.w * ka + b.w * kb, a.x * ka + b.x * kb, a.y * ka + b.y * kb, a.z * ka + b.z * kb};
}

double length(const DVec3& v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

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
  const double angle = length(v);
  // sin(a/2)/a by its series where the quotient would divide by (almost) zero.
  const double k = angle < 1e-4 ? 0.5 - angle * angle / 48 : std::sin(angle / 2) / angle;
  return {std::cos(angle / 2), v.x * k, v.y * k, v.z * k};
}

DQuat rotation_power(const DQuat& q, double exponent) {
  return rotation_exp(rotation_log(q) * exponent);
}

namespace {

using Matrix4 = std::array<std::array<double, 4>, 4>;

/// Eigenvector of the largest eigenvalue of a symmetric matrix without negative eigenvalues, by
/// squaring: M^(2^n) tends to a multiple of v v^T.
DQuat principal_eigenvector(Matrix4 m) {
  constexpr int kSquarings = 6;
  for (int n = 0; n < kSquarings; ++n) {
    const double trace = m[0][0] + m[1][1] + m[2][2] + m[3][3];
    Matrix4 square{};
    for (std::size_t r = 0; r < 4; ++r)
      for (std::size_t c = r; c < 4; ++c) {
        double value = 0;
        for (std::size_t k = 0; k < 4; ++k) value += m[r][k] * m[k][c];
        square[r][c] = square[c][r] = value / (trace * trace);
      }
    m = square;
  }
  std::size_t best = 0;
  for (std::size_t c = 1; c < 4; ++c)
    if (m[c][c] > m[best][best]) best = c;
  return normalized({m[best][0], m[best][1], m[best][2], m[best][3]});
}

DQuat start_of_mean(std::span<const WeightedRotation> rotations) {
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

DQuat mean_rotation(std::span<WeightedRotation> rotations) {
  assert(!rotations.empty());
  if (rotations.size() == 1) return rotations[0].rotation;
  make_canonical(rotations);
  double total = 0;
  for (const WeightedRotation& each : rotations) total += each.weight;
  if (rotations.size() == 2)
    return slerp(rotations[0].rotation, rotations[1].rotation, rotations[1].weight / total);

  constexpr double kSmallestStep = 1e-9;
  constexpr int kMostSteps = 20;
  DQuat mean = start_of_mean(rotations);
  for (int i = 0; i < kMostSteps; ++i) {
    DVec3 step{0, 0, 0};
    const DQuat inverse = glm::conjugate(mean);
    for (const WeightedRotation& each : rotations)
      step += rotation_log(inverse * each.rotation) * (each.weight / total);
    mean = normalized(mean * rotation_exp(step));
    if (length(step) < kSmallestStep) break;
  }
  return mean;
}

}  // namespace mmdkit
