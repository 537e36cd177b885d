#include "motion/curve.h"

#include <algorithm>
#include <cmath>

namespace mmdkit {
namespace {

/// One coordinate of the curve over its parameter t, 3(1-t)^2 t a + 3(1-t) t^2 b + t^3, by powers.
struct Cubic {
  double c1, c2, c3;

  Cubic(double a, double b) : c1(3 * a), c2(3 * b - 6 * a), c3(1 + 3 * a - 3 * b) {}
  double at(double t) const { return ((c3 * t + c2) * t + c1) * t; }
  double slope_at(double t) const { return (3 * c3 * t + 2 * c2) * t + c1; }
};

/// Parameter at which `x` is `time`. Newton's method, kept inside a shrinking bracket, because the
/// slope is 0 where a handle lies at the end of its range.
double solve(const Cubic& x, double time) {
  constexpr double kSmallestStep = 1e-6;  // its square is what is left after it
  constexpr double kTolerance = 1e-12;
  constexpr double kFlat = 1e-3;
  constexpr int kMostSteps = 60;
  double low = 0, high = 1, t = time;
  for (int i = 0; i < kMostSteps; ++i) {
    const double error = x.at(t) - time;
    if (std::abs(error) < kTolerance) break;
    (error < 0 ? low : high) = t;
    const double slope = x.slope_at(t);
    const double next = slope > 0 ? t - error / slope : low;
    const bool inside = next > low && next < high;
    const double step = std::abs(next - t);
    t = inside ? next : (low + high) / 2;
    if (inside && step < kSmallestStep && slope > kFlat) break;
  }
  return t;
}

/// reference: babylon-mmd 1.3.0, whose answer is the y of the last evaluated t.
double bisect15(const Cubic& x_curve, const Cubic& y_curve, double time) {
  double step = 0.5, t = 0.5, value = 0;
  for (int i = 0; i < 15; ++i) {
    const double x = x_curve.at(t);
    value = y_curve.at(t);
    if (std::abs(x - time) < 1e-5) break;
    step /= 2;
    t += x < time ? step : -step;
  }
  return value;
}

}  // namespace

double curve_ratio(CurveHandles handles, double time, CurveSolver solver) {
  time = std::clamp(time, 0.0, 1.0);
  const bool exact = solver == CurveSolver::kExact;
  if (exact && (time == 0 || time == 1 || handles.is_linear())) return time;
  const Cubic x(handles.x1 / 127.0, handles.x2 / 127.0), y(handles.y1 / 127.0, handles.y2 / 127.0);
  return exact ? y.at(solve(x, time)) : bisect15(x, y, time);
}

}  // namespace mmdkit
