#include <gtest/gtest.h>

#include <cmath>

#include "motion/layer_oracle.h"
#include "motion/layer_text.h"
#include "motion/random_stack.h"

namespace mmdkit {
namespace {

using test::Random;

TEST(LayerClockOracle, TimeAndWeightAreWhatTheWordsSay) {
  Random random(801);
  for (int round = 0; round < 3000; ++round) {
    const std::uint32_t last = random.below(60) + 3;
    const std::string text = test::random_options(random, last);
    const Layer layer = *parse_layer("a" + text);
    const LayerClock clock = make_clock(layer, last);
    for (int i = 0; i < 30; ++i) {
      const double frame = random.below(8 * 160) / 8.0 - 40;
      SCOPED_TRACE(fmt::format("seed 801, round {}: {} of {}, frame {}", round, text, last, frame));
      const auto wanted = test::slow_source_frame(layer, last, frame);
      // Where the source does not move any more, any frame behind its end is the same.
      ASSERT_EQ(std::min(source_frame(clock, frame), static_cast<double>(last)),
                std::min(wanted, static_cast<double>(last)));
      ASSERT_NEAR(layer_weight(layer, clock, frame), test::slow_weight(layer, last, frame), 1e-12);
    }
  }
}

// Both ends of everything, to the last representable frame.
TEST(LayerClockOracle, BoundariesBelongToThePlay) {
  struct Case {
    const char* text;
    double frame, weight;
  };
  const auto before = [](double f) { return std::nextafter(f, -1e9); };
  const auto after = [](double f) { return std::nextafter(f, 1e9); };
  const Case cases[] = {
      {",range=20:60", before(20), 0},
      {",range=20:60", 20, 1},
      {",range=20:60", 60, 1},
      {",range=20:60", after(60), 0},
      {",range=20:60,offset=-30", before(-10), 0},
      {",range=20:60,offset=-30", -10, 1},
      {",range=20:60,speed=2", 40, 1},
      {",range=20:60,speed=2", after(40), 0},
      {",range=20:60,loop=2", 100, 1},
      {",range=20:60,loop=2", after(100), 0},
      {",range=20:60,loop=forever", 1e9, 1},
      {",range=20:60,loop=forever", 19, 0},
      {",range=7:7", 7, 1},
      {",range=7:7", after(7), 0},
      {",range=7:7,loop=5", after(7), 0},
      {",fade-in=8", 0, 0},
      {",fade-in=8", 4, 0.5},
      {",fade-in=8", 8, 1},
      {",fade-in=8", before(0), 0},
      {",fade-out=8", 92, 1},
      {",fade-out=8", 96, 0.5},
      {",fade-out=8", 100, 0},
      {",fade-out=8", after(100), 0},
      {",fade-out=8", -50, 1},
      {",fade-in=200,fade-out=200", 50, 0.25 * 0.25},
      {",fade-out=8,speed=0.5,offset=10", 206, 0.5},
      {",weight=[0:0,10:1],fade-in=20", 5, 0.5 * 0.25},
      {",weight=[10:0.25]", -100, 0.25},
      {",weight=[10:0.25]", 100, 0.25},
  };
  for (const Case& c : cases) {
    const Layer layer = *parse_layer(std::string("a") + c.text);
    EXPECT_EQ(layer_weight(layer, make_clock(layer, 100), c.frame), c.weight)
        << c.text << " at " << c.frame;
  }
}

// A layer that fades in is not heard at its first frame, and then rises without a step.
TEST(LayerClockOracle, FadesHaveNoSteps) {
  const Layer layer = *parse_layer("a,fade-in=13,fade-out=17,offset=3,weight=0.8");
  const LayerClock clock = make_clock(layer, 50);
  for (double frame = 3; frame < 53; frame += 0.125)
    ASSERT_LE(
        std::abs(layer_weight(layer, clock, frame + 0.125) - layer_weight(layer, clock, frame)),
        0.8 * 0.125 / 13 + 1e-12)
        << frame;
}

// 100 * 0.29 is a little less than 29 in a double; the second pass still begins at frame 100.
TEST(LayerClockOracle, APassBeginsOnItsFrameWhateverTheSpeed) {
  struct Case {
    const char* speed;
    std::uint32_t last;
    double pass;
  };
  for (const Case& c : {Case{"0.29", 29, 100},
                        {"0.7", 21, 30},
                        {"0.1", 3, 30},
                        {"1.1", 33, 30},
                        {"0.57", 57, 100},
                        {"0.58", 58, 100}}) {
    const Layer layer = *parse_layer(std::string("a,loop=forever,speed=") + c.speed);
    const LayerClock clock = make_clock(layer, c.last);
    for (int pass = 1; pass < 4; ++pass)
      EXPECT_NEAR(source_frame(clock, c.pass * pass), 0, 1e-9)
          << "speed " << c.speed << ", pass " << pass;
  }
}

TEST(LayerClockOracle, NumbersOfAnySizeGiveAFrameOfTheSource) {
  for (const char* text :
       {",offset=1e300", ",offset=-1e300", ",speed=1e300", ",speed=1e-300",
        ",loop=forever,speed=1e300", ",loop=4294967295,speed=1e-300",
        ",loop=forever,offset=-1e300,speed=1e300", ",range=4294967294:4294967295",
        ",fade-in=1e-300", ",fade-out=1e300,fade-in=1e300"}) {
    const Layer layer = *parse_layer(std::string("a") + text);
    const LayerClock clock = make_clock(layer, 100);
    for (const double frame : {-1e9, -1.0, 0.0, 0.5, 100.0, 1e9, 2147483647.0}) {
      SCOPED_TRACE(fmt::format("{} at {}", text, frame));
      EXPECT_FALSE(std::isnan(source_frame(clock, frame)));
      const double weight = layer_weight(layer, clock, frame);
      EXPECT_TRUE(weight >= 0 && weight <= 1) << weight;
    }
  }
}

}  // namespace
}  // namespace mmdkit
