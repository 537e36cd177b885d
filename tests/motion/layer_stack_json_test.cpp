#include "motion/layer_stack_json.h"

#include <gtest/gtest.h>

#include "support/random_vmd.h"

namespace mmdkit {
namespace {

LayerStack random_stack(test::Random& random) {
  LayerStack stack;
  const auto file = [&] {
    return StackFile{"dir/モーション " + std::to_string(random.below(100)) + ".vmd",
                     random.chance(0.5) ? std::string(64, 'a') : ""};
  };
  if (random.chance(0.6)) stack.base = file();
  for (std::uint32_t i = random.below(4); i > 0; --i) {
    Layer layer;
    layer.file = file();
    if (random.chance(0.5)) layer.id = "id" + std::to_string(i);
    layer.enabled = random.chance(0.8);
    layer.mode = random.chance(0.3) ? LayerMode::kAdditive : LayerMode::kOverride;
    layer.weight = {{random.between(-5, 0), random.between(0, 2)}};
    if (random.chance(0.3)) layer.weight.push_back({random.between(1, 9), 1.0 / 3});
    // One point is a constant, whose frame means nothing and is not stored.
    if (layer.weight.size() == 1) layer.weight[0].frame = 0;
    layer.fade_in = random.between(0, 20);
    layer.offset = random.between(-100, 100);
    layer.speed = random.between(0.1, 3);
    if (random.chance(0.5))
      layer.range = FrameRange{random.below(50),
                               random.chance(0.5) ? FrameRange{}.last : 50 + random.below(9)};
    if (random.chance(0.5)) layer.loop = random.below(3);
    if (random.chance(0.5)) layer.bones = std::vector<std::string>{"左*", "!re:a,b\"\\"};
    if (random.chance(0.5)) layer.morphs = std::vector<std::string>{"あ"};
    if (random.chance(0.3)) layer.reference = random.between(0, 9);
    stack.layers.push_back(layer);
  }
  stack.mode = static_cast<BlendMode>(random.below(4));
  stack.keys = static_cast<KeyPlacement>(random.below(2));
  stack.curves = static_cast<CurveSolver>(random.below(2));
  stack.name_encoding = static_cast<NameEncoding>(random.below(3));
  stack.origin_key = random.chance(0.5);
  if (random.chance(0.5)) stack.frames = FrameRange{random.below(9), 10 + random.below(9)};
  return stack;
}

TEST(StackJson, ReadingGivesBackWhatWasWritten) {
  test::Random random(83);
  for (int round = 0; round < 300; ++round) {
    const LayerStack stack = random_stack(random);
    const auto text = stack_to_json(stack);
    ASSERT_TRUE(text);
    const auto read = stack_from_json(*text);
    ASSERT_TRUE(read) << "seed 83, round " << round << ": " << read.error().message << *text;
    ASSERT_EQ(*read, stack) << "seed 83, round " << round << *text;
  }
}

TEST(StackJson, EverythingButTheFilesHasADefault) {
  const auto stack =
      stack_from_json(R"({"format": "mmdkit.stack", "layers": [{"file": "a.vmd"}]})");
  ASSERT_TRUE(stack) << stack.error().message;
  LayerStack expected;
  expected.layers.resize(1);
  expected.layers[0].file.path = "a.vmd";
  EXPECT_EQ(*stack, expected);
}

TEST(StackJson, NamesThePlaceOfAMistake) {
  struct Case {
    const char* members;
    const char* message;
  };
  constexpr Case kCases[] = {
      {R"("speed": 1)", "speed: unknown key"},
      {R"("version": 2)", "version: expected version 1"},
      {R"("mode": "average")",
       "mode: unknown blend mode 'average'; known: mean, sequential, normalized, composite"},
      {R"("mode": 1)", "mode: expected a text"},
      {R"("frames": [5, 2])", "frames: expected a first frame that is not behind the last"},
      {R"("frames": [-1, 2])", "frames: expected [first, last], or null for an open end"},
      {R"("base": {})", "base: expected a \"file\""},
      {R"("base": {"file": ""})", "base: file: expected a text"},
      {R"("layers": {})", "layers: expected a list of layers"},
      {R"("layers": [{"file": "a"}, {"file": "b", "wieght": 1}])", "layers[1].wieght: unknown key"},
      {R"("layers": [{"file": "a", "weight": "1"}])",
       "layers[0].weight: expected a number or [[frame, weight], ...]"},
      {R"("layers": [{"file": "a", "loop": 0}])",
       "layers[0].loop: expected a number of passes or \"forever\""},
      {R"("layers": [{"file": "a", "bones": "*"}])",
       "layers[0].bones: expected a list of selection terms"},
      {R"("layers": [{"file": "a", "bones": ["@list"]}])",
       "layers[0].bones: expected the names themselves; a stack file cannot name a list file"},
      {R"("layers": [{"weight": 1}])", "layers[0]: \"file\" is missing"},
      {R"("layers": [3])", "layers[0]: expected an object"},
  };
  for (const Case& c : kCases) {
    const auto stack =
        stack_from_json(std::string(R"({"format": "mmdkit.stack", )") + c.members + "}");
    ASSERT_FALSE(stack) << c.members;
    EXPECT_EQ(stack.error().code, ErrorCode::kMalformed);
    EXPECT_EQ(stack.error().message, c.message);
  }
  EXPECT_EQ(stack_from_json("{").error().message, "byte 0x2: this is no JSON");
  EXPECT_EQ(stack_from_json("[1e999]").error().message, "a number is larger than can be stored");
  EXPECT_EQ(stack_from_json("[]").error().message, "the stack: expected an object");
  EXPECT_EQ(stack_from_json(R"({"layers": []})").error().message,
            "format: missing; a stack says \"mmdkit.stack\"");
  EXPECT_FALSE(stack_from_json(std::string(100000, '[')));
}

TEST(StackJson, CannotHoldAPathThatIsNotUtf8) {
  LayerStack stack;
  stack.base = StackFile{"\xFF.vmd", ""};
  EXPECT_EQ(stack_to_json(stack).error().code, ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace mmdkit
