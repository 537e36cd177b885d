#include <gtest/gtest.h>

#include <cmath>

#include "motion/curve.h"
#include "motion/layer_oracle.h"
#include "support/random_vmd.h"

namespace mmdkit {
namespace {

using test::Random;

CurveHandles random_handles(Random& random) {
  const auto handle = [&] {
    return static_cast<std::uint8_t>(random.chance(0.15) ? 127 * random.below(2)
                                                         : random.below(128));
  };
  return {handle(), handle(), handle(), handle()};
}

std::string text(CurveHandles h, double time) {
  return "(" + std::to_string(h.x1) + "," + std::to_string(h.y1) + "," + std::to_string(h.x2) +
         "," + std::to_string(h.y2) + ") at " + std::to_string(time);
}

// Near a triple point of x(t) the value is the cube root of a rounding away from the truth.
bool is_flat(CurveHandles h, double time) {
  return h.x1 > 120 && h.x2 < 7 && std::abs(time - 0.5) < 1e-2;
}

TEST(CurveOracle, TheExactSolverAgreesWithEightyHalvings) {
  Random random(11);
  for (int i = 0; i < 5000; ++i) {
    const CurveHandles h = random_handles(random);
    const double time = random.between(0, 1);
    ASSERT_NEAR(curve_ratio(h, time, CurveSolver::kExact), test::slow_curve(h, time),
                is_flat(h, time) ? 1e-4 : 1e-8)
        << "seed 11, " << text(h, time);
  }
}

// The definition of the reference, word by word.
double transcribed_bisect15(CurveHandles h, double g) {
  const auto b = [](int p, int q, double t) {
    const double a = p / 127.0, c = q / 127.0;
    return 3 * (1 - t) * (1 - t) * t * a + 3 * (1 - t) * t * t * c + t * t * t;
  };
  double t = 0.5, c = 0.5, y = 0;
  for (int repeat = 0; repeat < 15; ++repeat) {
    const double x = b(h.x1, h.x2, t);
    y = b(h.y1, h.y2, t);
    if (std::abs(x - g) < 1e-5) break;
    c = c / 2;
    t = x < g ? t + c : t - c;
  }
  return y;
}

TEST(CurveOracle, Bisect15IsItsDefinition) {
  Random random(13);
  int far = 0;
  for (int i = 0; i < 20000; ++i) {
    const CurveHandles h = random_handles(random);
    const double time = i % 10 == 0 ? 0 : random.between(0, 1);
    // The stop test may fall either way when x is a rounding from the limit: then the answers
    // differ by a halving, which is rare.
    if (std::abs(curve_ratio(h, time, CurveSolver::kBisect15) - transcribed_bisect15(h, time)) >
        1e-12)
      ++far;
  }
  EXPECT_LE(far, 2) << "seed 13";
}

TEST(CurveOracle, Bisect15StaysNearTheExactCurveInsideASegment) {
  Random random(17);
  for (int i = 0; i < 5000; ++i) {
    const CurveHandles h = random_handles(random);
    const double time = random.between(0.02, 0.98);
    if (is_flat(h, time)) continue;
    ASSERT_NEAR(curve_ratio(h, time, CurveSolver::kBisect15),
                curve_ratio(h, time, CurveSolver::kExact), 1e-3)
        << "seed 17, " << text(h, time);
  }
}

TEST(CurveOracle, BothSolversMatchTheTableOfTheEngine) {
  struct Row {
    CurveHandles handles;
    double time, bisect15, exact;
  };
  constexpr Row kRows[] = {
      {{20, 20, 40, 107}, 0.1, 0.151702, 0.151716},  {{20, 20, 40, 107}, 0.25, 0.419859, 0.419865},
      {{20, 20, 40, 107}, 0.5, 0.733550, 0.733544},  {{20, 20, 40, 107}, 0.75, 0.909938, 0.909919},
      {{20, 20, 40, 107}, 0.9, 0.972180, 0.972181},  {{20, 40, 80, 107}, 0.1, 0.167993, 0.167986},
      {{20, 40, 80, 107}, 0.25, 0.367883, 0.367889}, {{20, 40, 80, 107}, 0.5, 0.638880, 0.638862},
      {{20, 40, 80, 107}, 0.75, 0.851970, 0.851976}, {{20, 40, 80, 107}, 0.9, 0.950116, 0.950108},
      {{20, 80, 107, 107}, 0.5, 0.677165, 0.677165}, {{30, 10, 90, 107}, 0.5, 0.495252, 0.495233},
      {{64, 0, 64, 127}, 0.1, 0.014389, 0.014384},   {{64, 0, 64, 127}, 0.25, 0.104100, 0.104103},
      {{64, 0, 64, 127}, 0.5, 0.494095, 0.494095},   {{64, 0, 64, 127}, 0.75, 0.892270, 0.892274},
      {{64, 0, 64, 127}, 0.9, 0.985137, 0.985135},
  };
  for (const Row& row : kRows) {
    EXPECT_NEAR(curve_ratio(row.handles, row.time, CurveSolver::kBisect15), row.bisect15, 1e-6)
        << text(row.handles, row.time);
    EXPECT_NEAR(curve_ratio(row.handles, row.time, CurveSolver::kExact), row.exact, 1e-6)
        << text(row.handles, row.time);
  }
}

TEST(CurveOracle, ValueNeverFallsWhenItsHandlesDoNot) {
  Random random(19);
  for (int i = 0; i < 300; ++i) {
    CurveHandles h = random_handles(random);
    // y(t) rises for every pair of handles in 0..1, and so does x(t).
    double last = 0;
    for (int step = 0; step <= 200; ++step) {
      const double y = curve_ratio(h, step / 200.0, CurveSolver::kExact);
      ASSERT_GE(y, last - 1e-9) << "seed 19, " << text(h, step / 200.0);
      last = y;
    }
  }
}

// Reading a segment backwards swaps the handles and turns them by half a turn.
TEST(CurveOracle, ACurveReadBackwardsIsItsMirrorImage) {
  Random random(23);
  const auto flip = [](std::uint8_t v) { return static_cast<std::uint8_t>(127 - v); };
  for (int i = 0; i < 2000; ++i) {
    const CurveHandles h = random_handles(random);
    const CurveHandles back = {flip(h.x2), flip(h.y2), flip(h.x1), flip(h.y1)};
    const double time = random.between(0, 1);
    ASSERT_NEAR(curve_ratio(h, time, CurveSolver::kExact),
                1 - curve_ratio(back, 1 - time, CurveSolver::kExact),
                is_flat(h, time) ? 1e-3 : 1e-7)
        << "seed 23, " << text(h, time);
  }
}

TEST(CurveOracle, SwappingTheAxesInvertsTheCurve) {
  Random random(29);
  for (int i = 0; i < 2000; ++i) {
    const CurveHandles h = random_handles(random), inverse = {h.y1, h.x1, h.y2, h.x2};
    const double time = random.between(0, 1);
    const double value = curve_ratio(h, time, CurveSolver::kExact);
    const double round_trip = curve_ratio(inverse, value, CurveSolver::kExact);
    // Where y(t) is flat the way back is steep; compare by going forth once more.
    ASSERT_NEAR(curve_ratio(h, round_trip, CurveSolver::kExact), value, 1e-4)
        << "seed 29, " << text(h, time);
  }
}

}  // namespace
}  // namespace mmdkit
