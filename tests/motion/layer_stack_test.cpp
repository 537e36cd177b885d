#include "motion/layer_stack.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace mmdkit {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Layer layer() {
  Layer one;
  one.file.path = "a.vmd";
  return one;
}

Status check(const Layer& one) {
  LayerStack stack;
  stack.layers = {one};
  return validate(stack);
}

TEST(LayerStackRules, EveryNumberMustBeFinite) {
  const auto set = [](const auto& change) {
    Layer one = layer();
    one.mode = LayerMode::kAdditive;
    change(one);
    return one;
  };
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    EXPECT_FALSE(check(set([&](Layer& l) { l.weight[0].weight = bad; }))) << bad;
    EXPECT_FALSE(check(set([&](Layer& l) { l.weight[0].frame = bad; }))) << bad;
    EXPECT_FALSE(check(set([&](Layer& l) { l.weight.push_back({bad, 1}); }))) << bad;
    EXPECT_FALSE(check(set([&](Layer& l) { l.fade_in = bad; }))) << bad;
    EXPECT_FALSE(check(set([&](Layer& l) { l.fade_out = bad; }))) << bad;
    EXPECT_FALSE(check(set([&](Layer& l) { l.offset = bad; }))) << bad;
    EXPECT_FALSE(check(set([&](Layer& l) { l.speed = bad; }))) << bad;
    EXPECT_FALSE(check(set([&](Layer& l) { l.reference = bad; }))) << bad;
  }
}

TEST(LayerStackRules, TheLimitsThemselvesAreAllowed) {
  Layer one = layer();
  one.weight = {{-5, 0}, {-4.5, 1e6}};
  one.fade_in = one.fade_out = 0;
  one.offset = -1e9;
  one.speed = 1e-3;
  one.loop = kLoopForever;
  EXPECT_TRUE(check(one));
  one.weight = {};
  EXPECT_EQ(check(one).error().message, "layer 1 (a.vmd): the weight curve has no point");
}

TEST(LayerStackRules, AnEmptySelectionIsNotAll) {
  Layer one = layer();
  one.bones = std::vector<std::string>{};
  EXPECT_EQ(check(one).error().message,
            "layer 1 (a.vmd): bones=[] selects nothing; '*' selects all");
  one.bones.reset();
  one.morphs = std::vector<std::string>{};
  EXPECT_EQ(check(one).error().message,
            "layer 1 (a.vmd): morphs=[] selects nothing; '*' selects all");
}

TEST(LayerStackRules, ABaseAloneIsAStack) {
  LayerStack stack;
  EXPECT_FALSE(validate(stack));
  stack.base = StackFile{"a.vmd", ""};
  EXPECT_TRUE(validate(stack));
}

TEST(LayerStackRules, LayersWithoutAnIdDoNotClash) {
  LayerStack stack;
  stack.layers = {layer(), layer(), layer()};
  EXPECT_TRUE(validate(stack));
  stack.layers[0].id = stack.layers[2].id = "x";
  const Status taken = validate(stack);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, ErrorCode::kUsage);
  EXPECT_EQ(taken.error().message, "layer 3 (a.vmd): the id 'x' is taken by an earlier layer");
}

TEST(LayerStackRules, IdsAreOneForEachFileAndPlace) {
  std::set<std::string> ids;
  for (const char* digest : {"00", "01", "ab"})
    for (std::size_t position = 0; position < 50; ++position) {
      const std::string id = layer_id(digest, position);
      EXPECT_EQ(id.size(), 36U);
      EXPECT_EQ(id[14], '5') << "version 5";
      EXPECT_NE(std::string("89ab").find(id[19]), std::string::npos) << "variant of RFC 4122";
      EXPECT_TRUE(ids.insert(id).second) << digest << " " << position;
      EXPECT_EQ(layer_id(digest, position), id);
    }
}

TEST(LayerStackRules, EverySpellingIsReadBack) {
  for (const char* text : {"mean", "sequential", "normalized", "composite"})
    EXPECT_EQ(to_text(*parse_blend_mode(text)), text);
  for (const char* text : {"override", "additive"})
    EXPECT_EQ(to_text(*parse_layer_mode(text)), text);
  for (const char* text : {"auto", "every-frame"})
    EXPECT_EQ(to_text(*parse_key_placement(text)), text);
  for (const char* text : {"exact", "bisect15"})
    EXPECT_EQ(to_text(*parse_curve_solver(text)), text);
  for (const char* text : {"", "Mean", "mean ", "additive"}) {
    EXPECT_EQ(parse_blend_mode(text).error().code, ErrorCode::kUsage);
    EXPECT_EQ(parse_blend_mode(text).error().message,
              "unknown blend mode '" + std::string(text) +
                  "'; known: mean, sequential, normalized, composite");
  }
  EXPECT_EQ(parse_key_placement("all").error().message,
            "unknown key placement 'all'; known: auto, every-frame");
  EXPECT_EQ(parse_curve_solver("newton").error().message,
            "unknown curve solver 'newton'; known: exact, bisect15");
}

}  // namespace
}  // namespace mmdkit
