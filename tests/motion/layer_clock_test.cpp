#include "motion/layer_clock.h"

#include <gtest/gtest.h>

#include <cmath>

#include "motion/layer_text.h"

namespace mmdkit {
namespace {

/// The clock of a layer over a motion of 100 frames.
struct Played {
  explicit Played(std::string_view text)
      : layer(*parse_layer("f" + std::string(text))), clock(make_clock(layer, 100)) {}
  double source(double frame) const { return source_frame(clock, frame); }
  double weight(double frame) const { return layer_weight(layer, clock, frame); }

  Layer layer;
  LayerClock clock;
};

TEST(LayerClock, ALayerWithoutTimePlaysAsItIs) {
  const Played plain("");
  for (const double frame : {0.0, 0.5, 99.0, 100.0, 250.0}) {
    EXPECT_EQ(plain.source(frame), frame);
    EXPECT_EQ(plain.weight(frame), 1);
  }
  EXPECT_EQ(plain.clock.end, 100);
}

TEST(LayerClock, AnOffsetMovesIt) {
  EXPECT_EQ(Played(",offset=30").source(35), 5);
  EXPECT_EQ(Played(",offset=30").source(10), 0) << "its beginning holds before it";
  EXPECT_EQ(Played(",offset=-30").source(0), 30);
  EXPECT_EQ(Played(",offset=-30").clock.end, 70);
}

TEST(LayerClock, ARangeMovesNothingAndEndsThePlay) {
  const Played part(",range=20:60");
  EXPECT_EQ(part.source(20), 20);
  EXPECT_EQ(part.source(45), 45);
  EXPECT_EQ(part.weight(19), 0);
  EXPECT_EQ(part.weight(20), 1);
  EXPECT_EQ(part.weight(60), 1);
  EXPECT_EQ(part.weight(60.5), 0);
  EXPECT_EQ(Played(",range=20:60,offset=-20").source(5), 25);
  EXPECT_EQ(Played(",range=20:").clock.end, 100) << "an open end is that of the motion";
  EXPECT_EQ(Played(",range=500:600").clock.end, 500) << "nothing is left, but nothing is negative";
}

TEST(LayerClock, SpeedStretchesFromTheFirstFrame) {
  EXPECT_EQ(Played(",speed=2").source(10), 20);
  EXPECT_EQ(Played(",speed=2").clock.end, 50);
  const Played slow(",range=20:60,speed=0.5,offset=5");
  EXPECT_EQ(slow.source(25), 20);
  EXPECT_EQ(slow.source(35), 25);
  EXPECT_EQ(slow.clock.end, 25 + 80);
}

TEST(LayerClock, LoopsRepeatAndThenHold) {
  const Played twice(",loop=2,range=0:40");
  EXPECT_EQ(twice.source(39), 39);
  EXPECT_EQ(twice.source(40), 0) << "the end of a pass is the start of the next";
  EXPECT_EQ(twice.source(50), 10);
  EXPECT_EQ(twice.source(80), 40) << "but the last pass shows its end";
  EXPECT_EQ(twice.weight(81), 0);
  const Played held(",loop=3");
  EXPECT_EQ(held.source(250), 50);
  EXPECT_EQ(held.source(1000), 100);
  EXPECT_EQ(held.weight(1000), 1) << "without a range it holds";
  EXPECT_TRUE(std::isinf(Played(",loop=forever").clock.end));
  EXPECT_EQ(Played(",loop=forever").source(1e6 + 7), std::fmod(1e6 + 7, 100));
  EXPECT_FALSE(Played(",loop=forever,range=5:5").clock.looping) << "one pose, however often";
}

TEST(LayerClock, FadesRiseAndFall) {
  const Played fading(",fade-in=10,fade-out=20,weight=0.5");
  EXPECT_EQ(fading.weight(0), 0);
  EXPECT_EQ(fading.weight(5), 0.25);
  EXPECT_EQ(fading.weight(10), 0.5);
  EXPECT_EQ(fading.weight(80), 0.5);
  EXPECT_EQ(fading.weight(90), 0.25);
  EXPECT_EQ(fading.weight(100), 0);
  EXPECT_EQ(fading.weight(101), 0);
  const Played in(",fade-in=10,offset=20");
  EXPECT_EQ(in.weight(19), 0);
  EXPECT_EQ(in.weight(25), 0.5);
  EXPECT_EQ(in.weight(500), 1) << "without a fade out it holds at its end";
}

TEST(LayerClock, WeightCurvesAreLinearBetweenPoints) {
  const Played curve(",weight=[10:0,20:1,40:0.5]");
  for (const auto& [frame, weight] : {std::pair{0.0, 0.0},
                                      {10.0, 0.0},
                                      {15.0, 0.5},
                                      {20.0, 1.0},
                                      {30.0, 0.75},
                                      {40.0, 0.5},
                                      {99.0, 0.5}})
    EXPECT_EQ(curve.weight(frame), weight) << frame;
}

TEST(LayerClock, KnowsLayersThatNeverAct) {
  EXPECT_TRUE(is_silent(Played(",weight=0").layer));
  EXPECT_TRUE(is_silent(Played(",weight=[0:0,9:0]").layer));
  EXPECT_TRUE(is_silent(Played(",enabled=false").layer));
  EXPECT_FALSE(is_silent(Played(",weight=[0:0,9:0.1]").layer));
  EXPECT_EQ(Played(",enabled=false").weight(5), 0);
}

TEST(LayerClock, KnowsLayersThatOnlyMove) {
  std::int64_t frames = 0;
  EXPECT_TRUE(moves_only(Played(",offset=-7").layer, frames));
  EXPECT_EQ(frames, -7);
  for (const char* text : {",offset=0.5", ",speed=2", ",loop=2", ",offset=1e300"})
    EXPECT_FALSE(moves_only(Played(text).layer, frames)) << text;
}

}  // namespace
}  // namespace mmdkit
