#include "motion/curve.h"

#include <algorithm>
#include <cmath>

namespace mmdkit {
namespace {

/// One coordinate of the curve: 3(1-t)^2 t a + 3(1-t) t^2 b + t^3.
double bezier(double a, double b, double t) {
  const double s = 1 - t;
  return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t;
}

double slope(double a, double b, double t) {
  const double s = 1 - t;
  return 3 * s * s * a + 6 * s * t * (b - a) + 3 * t * t * (1 - b);
}

/// Parameter at which the x coordinate is `time`. Newton's method, kept inside a shrinking bracket,
/// because the slope is 0 where a handle lies at the end of its range.
double solve(double x1, double x2, double time) {
  constexpr double kTolerance = 1e-12;
  constexpr int kMostSteps = 60;
  double low = 0, high = 1, t = time;
  for (int i = 0; i < kMostSteps; ++i) {
    const double error = bezier(x1, x2, t) - time;
    if (std::abs(error) < kTolerance) break;
    (error < 0 ? low : high) = t;
    const double derivative = slope(x1, x2, t);
    const double next = derivative > 1e-9 ? t - error / derivative : low - 1;
    t = next > low && next < high ? next : (low + high) / 2;
  }
  return t;
}

/// reference: babylon-mmd 1.3.0, whose answer is the y of the last evaluated t.
double bisect15(double x1, double y1, double x2, double y2, double time) {
  double step = 0.5, t = 0.5, value = 0;
  for (int i = 0; i < 15; ++i) {
    const double x = bezier(x1, x2, t);
    value = bezier(y1, y2, t);
    if (std::abs(x - time) < 1e-5) break;
    step /= 2;
    t += x < time ? step : -step;
  }
  return value;
}

}  // namespace

double curve_ratio(CurveHandles handles, double time, CurveSolver solver) {
  time = std::clamp(time, 0.0, 1.0);
  const double x1 = handles.x1 / 127.0, y1 = handles.y1 / 127.0;
  const double x2 = handles.x2 / 127.0, y2 = handles.y2 / 127.0;
  if (solver == CurveSolver::kBisect15) return bisect15(x1, y1, x2, y2, time);
  if (time == 0 || time == 1 || handles.is_linear()) return time;
  return bezier(y1, y2, solve(x1, x2, time));
}

}  // namespace mmdkit
