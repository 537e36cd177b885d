#include <gtest/gtest.h>

#include "motion/layer_text.h"
#include "motion/random_stack.h"

namespace mmdkit {
namespace {

using test::Random;
using Terms = std::vector<std::string>;

/// What a person would type for `layer`.
std::string typed(const Layer& layer, Random& random) {
  std::vector<std::string> items;
  if (layer.weight.size() == 1) {
    items.push_back(fmt::format("weight={}", layer.weight[0].weight));
  } else {
    std::string points;
    for (const WeightPoint& p : layer.weight)
      points += fmt::format("{}{}:{}", points.empty() ? "" : ",", p.frame, p.weight);
    items.push_back("weight=[" + points + "]");
  }
  if (layer.mode == LayerMode::kAdditive || random.chance(0.5))
    items.push_back(fmt::format("mode={}", to_text(layer.mode)));
  items.push_back(fmt::format("fade-in={}", layer.fade_in));
  items.push_back(fmt::format("fade-out={}", layer.fade_out));
  items.push_back(fmt::format("offset={}", layer.offset));
  items.push_back(fmt::format("speed={}", layer.speed));
  if (layer.range)
    items.push_back(fmt::format("range={}:{}", layer.range->first, layer.range->last));
  if (layer.loop)
    items.push_back(*layer.loop == kLoopForever ? "loop=forever"
                                                : fmt::format("loop={}", *layer.loop));
  if (layer.bones) items.push_back(fmt::format("bones=[{}]", fmt::join(*layer.bones, ",")));
  if (layer.morphs) items.push_back(fmt::format("morphs=[{}]", fmt::join(*layer.morphs, ",")));
  if (layer.reference) items.push_back(fmt::format("reference={}", *layer.reference));
  if (!layer.id.empty()) items.push_back("id=" + layer.id);
  items.push_back(layer.enabled ? "enabled=true" : "enabled=false");
  for (std::size_t i = items.size(); i > 1; --i)  // in any order
    std::swap(items[i - 1], items[random.below(static_cast<std::uint32_t>(i))]);
  return fmt::format("{},{}", layer.file.path, fmt::join(items, ","));
}

Layer random_layer(Random& random) {
  Layer layer;
  layer.file.path = random.chance(0.5) ? "dir/踊り [1].vmd" : "-";
  layer.weight = {{0, random.between(0, 2)}};
  if (random.chance(0.4))
    layer.weight = {{random.between(-9, 0), 0.1}, {random.between(1, 9), random.between(0, 1)}};
  if (random.chance(0.3)) layer.mode = LayerMode::kAdditive;
  layer.fade_in = random.between(0, 9);
  layer.fade_out = random.between(0, 9);
  layer.offset = random.between(-99, 99);
  layer.speed = random.between(0.01, 9);
  if (random.chance(0.5)) layer.range = FrameRange{random.below(9), 9 + random.below(99)};
  if (random.chance(0.5)) layer.loop = random.below(3);
  if (random.chance(0.5)) layer.bones = Terms{"左*", "!左足", "re:^.{1,3}[先指]$"};
  if (random.chance(0.5)) layer.morphs = Terms{"あ", "a\\,b", "x\\]y"};
  if (random.chance(0.5)) layer.reference = random.between(0, 9);
  if (random.chance(0.5)) layer.id = "レイヤー=1";
  layer.enabled = random.chance(0.8);
  return layer;
}

TEST(LayerTextRoundTrip, EveryLayerCanBeTyped) {
  Random random(811);
  for (int round = 0; round < 500; ++round) {
    const Layer layer = random_layer(random);
    const std::string text = typed(layer, random);
    const auto read = parse_layer(text);
    ASSERT_TRUE(read) << "seed 811, round " << round << ": " << text << ": "
                      << read.error().message;
    ASSERT_EQ(*read, layer) << "seed 811, round " << round << ": " << text;
  }
}

TEST(LayerTextRoundTrip, EveryKeyRefusesWhatItIsNot) {
  struct Case {
    const char* key;
    std::vector<const char*> bad;
  };
  const std::vector<const char*> no_numbers = {"",    " 1",  "1 ",   "0x10", "1e999",
                                               "nan", "inf", "1,5x", "--1",  "１"};
  const Case cases[] = {
      {"fade-in", no_numbers},
      {"fade-out", no_numbers},
      {"offset", no_numbers},
      {"speed", no_numbers},
      {"reference", no_numbers},
      {"weight", {"", "x", "[", "[0:1", "[0]", "[0:1,]", "[:1]", "[0:]", "[0:1:2]", "[0:1]x"}},
      {"range", {"", "5", ":", "9:5", "-1:5", "1.5:2", "0:4294967296"}},
      {"loop", {"", "0", "-1", "1.5", "Forever", "4294967296"}},
      {"enabled", {"", "1", "True", "no"}},
      {"mode", {"", "mean", "Additive"}},
      {"bones", {"", "[]", "[a,,b]", "set:nowhere"}},
      {"id", {""}},
  };
  for (const Case& c : cases)
    for (const char* bad : c.bad) {
      const std::string text = std::string("a,") + c.key + "=" + bad;
      const auto layer = parse_layer(text);
      // A selection is compiled later; here only its form counts.
      if (std::string_view(bad) == "set:nowhere") continue;
      ASSERT_FALSE(layer) << text;
      EXPECT_EQ(layer.error().code, ErrorCode::kUsage) << text;
      EXPECT_FALSE(layer.error().message.empty());
    }
}

TEST(LayerTextRoundTrip, NoKeyIsTakenTwice) {
  for (const char* item :
       {"weight=1", "mode=additive", "fade-in=1", "fade-out=1", "offset=1", "range=0:1", "speed=1",
        "loop=2", "bones=a", "morphs=a", "enabled=true", "reference=1", "id=a"}) {
    const std::string text = fmt::format("a,{},{}", item, item);
    const std::string_view key = std::string_view(item).substr(0, std::string_view(item).find('='));
    ASSERT_TRUE(parse_layer(fmt::format("a,{}", item))) << item;
    const auto twice = parse_layer(text);
    ASSERT_FALSE(twice) << text;
    EXPECT_EQ(twice.error().message, fmt::format("{} is given twice", key));
  }
}

TEST(LayerTextRoundTrip, StrayCommasAndUnknownKeysAreWrongUsage) {
  for (const char* text : {"a,", "a,,weight=1", "a,weight=1,", "a,Weight=1", "a, weight=1",
                           "a,fade_in=1", "a,=1", "a,b.vmd"}) {
    const auto layer = parse_layer(text);
    ASSERT_FALSE(layer) << text;
    EXPECT_TRUE(layer.error().message.starts_with("unknown key '")) << layer.error().message;
  }
}

// Property: any text is a layer or a message.
TEST(LayerTextRoundTrip, AnyTextIsALayerOrWrongUsage) {
  Random random(821);
  constexpr std::string_view kPieces[] = {
      "a",     ",",     "=",    "[", "]",    ":",    "\\",      "1",    "weight",
      "bones", "range", "loop", "-", "re:",  "左",   "forever", "!",    "\xFF",
      "speed", "0.5",   "id",   "*", "mode", "set:", "fade-in", "true", "1e308"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (std::uint32_t i = random.below(12); i > 0; --i)
      text += kPieces[random.below(std::size(kPieces))];
    const auto layer = parse_layer(text);
    if (layer) {
      ASSERT_FALSE(layer->file.path.empty()) << text;
      ASSERT_FALSE(layer->weight.empty()) << text;
    } else {
      ASSERT_EQ(layer.error().code, ErrorCode::kUsage) << "seed 821, round " << round << text;
    }
  }
}

}  // namespace
}  // namespace mmdkit
