#pragma once

#include <cstdint>

#include "format/vmd_curves.h"

namespace mmdkit {

/// How timing curves are solved.
enum class CurveSolver : std::uint8_t {
  kExact,     ///< Within 1e-9 of the true curve, exact at both ends and on straight curves.
  kBisect15,  ///< As babylon-mmd: 15 halvings, stop at 1e-5 in time, no shortcut even at key
              ///< frames.
};

/// Progress of the value, 0..1, for progress `time` of the segment, 0..1 (clamped).
///
/// Solves Bx(t) = time for t and gives By(t), with B(a, b, t) = 3(1-t)^2 t a + 3(1-t) t^2 b + t^3
/// and the handles over 127. Monotonic in `time`, as both x handles lie in 0..1. Precondition:
/// handles at most 127.
double curve_ratio(CurveHandles handles, double time, CurveSolver solver);

}  // namespace mmdkit
