#include "motion/curve.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_vmd.h"

namespace mmdkit {
namespace {

// Recomputed in double precision from the definition; source: docs/formats/vmd.md.
TEST(Curve, MatchesTheReferenceTable) {
  struct Row {
    CurveHandles handles;
    double y[8];
  };
  constexpr double kTimes[8] = {0.10, 0.20, 0.25, 0.30, 0.50, 0.70, 0.75, 0.90};
  constexpr Row kRows[] = {
      {{20, 20, 107, 107}, {0.1, 0.2, 0.25, 0.3, 0.5, 0.7, 0.75, 0.9}},
      {{0, 0, 127, 127}, {0.1, 0.2, 0.25, 0.3, 0.5, 0.7, 0.75, 0.9}},
      {{64, 0, 64, 127},
       {0.014384, 0.063413, 0.104103, 0.157338, 0.494095, 0.837223, 0.892274, 0.985135}},
      {{127, 0, 0, 127},
       {0.003762, 0.017426, 0.029725, 0.047395, 0.499997, 0.952605, 0.970275, 0.996238}},
      {{0, 127, 127, 0},
       {0.387400, 0.461422, 0.479055, 0.489772, 0.5, 0.510228, 0.520945, 0.612600}},
      {{0, 127, 0, 127},
       {0.846146, 0.928425, 0.949331, 0.963877, 0.991220, 0.998591, 0.999235, 0.999959}},
      {{127, 0, 127, 0},
       {0.000041, 0.000368, 0.000765, 0.001409, 0.008780, 0.036123, 0.050669, 0.153854}},
      {{64, 0, 107, 107},
       {0.011095, 0.044502, 0.069615, 0.100341, 0.278939, 0.541838, 0.618686, 0.861349}},
      {{20, 20, 64, 127},
       {0.137699, 0.298823, 0.378116, 0.454480, 0.717214, 0.897545, 0.928791, 0.988591}},
      {{40, 5, 90, 120},
       {0.038080, 0.116667, 0.167077, 0.223138, 0.481989, 0.748580, 0.808747, 0.952954}},
      {{107, 20, 20, 107},
       {0.023030, 0.057673, 0.081559, 0.112058, 0.5, 0.887942, 0.918441, 0.976970}},
      {{10, 80, 30, 127},
       {0.476324, 0.679257, 0.744242, 0.795353, 0.919789, 0.976216, 0.984158, 0.997737}},
      {{0, 64, 127, 64},
       {0.245560, 0.333129, 0.367124, 0.397618, 0.502953, 0.607846, 0.638069, 0.758160}},
  };
  for (const Row& row : kRows)
    for (int i = 0; i < 8; ++i) {
      // At x = 0.5 the table's bisection of (127,0,0,127) stops in a stretch that is flat in x.
      const double tolerance =
          row.handles == CurveHandles{127, 0, 0, 127} && kTimes[i] == 0.5 ? 1e-5 : 1e-6;
      EXPECT_NEAR(curve_ratio(row.handles, kTimes[i], CurveSolver::kExact), row.y[i], tolerance)
          << int{row.handles.x1} << "," << int{row.handles.y1} << " at " << kTimes[i];
    }
}

// As the engine of the design documents solves them; E10 and the table there.
TEST(Curve, Bisect15MatchesTheEngine) {
  struct Row {
    CurveHandles handles;
    double y[5];
  };
  constexpr double kTimes[5] = {0.1, 0.25, 0.5, 0.75, 0.9};
  constexpr Row kRows[] = {
      {{20, 20, 107, 107}, {0.100008, 0.249996, 0.5, 0.750004, 0.899992}},
      {{20, 40, 80, 107}, {0.167993, 0.367883, 0.638880, 0.851970, 0.950116}},
      {{20, 80, 107, 107}, {0.251378, 0.457805, 0.677165, 0.836953, 0.926009}},
      {{30, 10, 90, 107}, {0.060045, 0.204494, 0.495252, 0.784026, 0.929561}},
      {{127, 0, 0, 127}, {0.003765, 0.029724, 0.5, 0.970276, 0.996235}},
      {{0, 127, 127, 0}, {0.387401, 0.479057, 0.5, 0.520943, 0.612599}},
  };
  for (const Row& row : kRows)
    for (int i = 0; i < 5; ++i)
      EXPECT_NEAR(curve_ratio(row.handles, kTimes[i], CurveSolver::kBisect15), row.y[i], 1e-6);
  EXPECT_NEAR(curve_ratio({}, 0, CurveSolver::kBisect15), 1.4e-5, 1e-6) << "no shortcut at a key";
  EXPECT_NEAR(curve_ratio({0, 127, 0, 127}, 0, CurveSolver::kBisect15), 0.046, 1e-3);
}

TEST(Curve, MatchesHandComputedExtremes) {  // INTP-04
  struct Row {
    CurveHandles handles;
    double at_25, at_50;
  };
  constexpr Row kRows[] = {{{127, 0, 0, 127}, 0.029725, 0.5},
                           {{0, 127, 127, 0}, 0.479055, 0.5},
                           {{0, 0, 0, 127}, 0.690551, 0.889882},
                           {{127, 0, 127, 127}, 0.023555, 0.110118},
                           {{20, 20, 107, 107}, 0.25, 0.5}};
  for (const Row& row : kRows) {
    EXPECT_NEAR(curve_ratio(row.handles, 0.25, CurveSolver::kExact), row.at_25, 1e-5);
    EXPECT_NEAR(curve_ratio(row.handles, 0.50, CurveSolver::kExact), row.at_50, 1e-5);
  }
}

double slow_ratio(CurveHandles h, double x) {
  const auto b = [](double p, double q, double t) {
    return 3 * (1 - t) * (1 - t) * t * p / 127 + 3 * (1 - t) * t * t * q / 127 + t * t * t;
  };
  double low = 0, high = 1;
  for (int i = 0; i < 100; ++i) {
    const double t = (low + high) / 2;
    (b(h.x1, h.x2, t) < x ? low : high) = t;
  }
  return b(h.y1, h.y2, (low + high) / 2);
}

TEST(Curve, AgreesWithPlainBisection) {
  test::Random random(3);
  const auto handle = [&] {
    return static_cast<std::uint8_t>(random.chance(0.2) ? 127 * random.below(2)
                                                        : random.below(128));
  };
  for (int i = 0; i < 20000; ++i) {
    const CurveHandles h = {handle(), handle(), handle(), handle()};
    const double x = random.between(0, 1);
    // Where x(t) is flat, y is steep in x: a rounding of 1e-16 in x is 5e-6 there (cube root).
    const bool flat = h.x1 == 127 && h.x2 == 0 && std::abs(x - 0.5) < 1e-3;
    ASSERT_NEAR(curve_ratio(h, x, CurveSolver::kExact), slow_ratio(h, x), flat ? 1e-4 : 1e-9)
        << "seed 3, " << int{h.x1} << "," << int{h.y1} << "," << int{h.x2} << "," << int{h.y2}
        << " at " << x;
  }
}

TEST(Curve, IsExactAtTheEndsAndClampsBeyond) {
  for (const CurveHandles h :
       {CurveHandles{127, 0, 0, 127}, {0, 127, 127, 0}, {0, 0, 0, 0}, {127, 127, 127, 127}}) {
    EXPECT_EQ(curve_ratio(h, 0, CurveSolver::kExact), 0);
    EXPECT_EQ(curve_ratio(h, 1, CurveSolver::kExact), 1);
    EXPECT_EQ(curve_ratio(h, -3, CurveSolver::kExact), 0);
    EXPECT_EQ(curve_ratio(h, 3, CurveSolver::kExact), 1);
  }
}

// Time never runs backwards for handles that the editor of MMD can make ascend.
TEST(Curve, IsMonotonicInTime) {
  for (int x1 = 0; x1 <= 127; x1 += 127 / 4)
    for (int x2 = 0; x2 <= 127; x2 += 127 / 4) {
      const CurveHandles h{static_cast<std::uint8_t>(x1), 10, static_cast<std::uint8_t>(x2), 117};
      double last = 0;
      for (int i = 0; i <= 500; ++i) {
        const double y = curve_ratio(h, i / 500.0, CurveSolver::kExact);
        ASSERT_GE(y, last - 1e-9) << x1 << " " << x2 << " step " << i;
        last = y;
      }
    }
}

}  // namespace
}  // namespace mmdkit
