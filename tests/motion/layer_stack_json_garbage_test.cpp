#include <gtest/gtest.h>

#include <limits>

#include "motion/layer_stack_json.h"
#include "support/random_vmd.h"

namespace mmdkit {
namespace {

using test::Random;

std::string with(std::string_view members) {
  return R"({"format": "mmdkit.stack", )" + std::string(members) + "}";
}
std::string with_layer(std::string_view member) {
  return with(R"("layers": [{"file": "a.vmd", )" + std::string(member) + "}]");
}

// Every member against values of every other type: refused with its place, never stored.
TEST(StackJsonGarbage, EveryMemberRefusesOtherTypes) {
  struct Member {
    const char* name;
    std::string_view allowed;  ///< Letters of kValues that may be read.
  };
  struct Value {
    char letter;
    const char* text;
  };
  constexpr Value kValues[] = {{'z', "null"},   {'b', "true"},     {'n', "-2.5"},
                               {'i', "3"},      {'s', "\"x\""},    {'e', "\"\""},
                               {'o', "{}"},     {'a', "[]"},       {'l', "[\"x\"]"},
                               {'p', "[1, 2]"}, {'q', "[[1, 2]]"}, {'d', "[[[[]]]]"}};
  const auto expect = [&](const Member& member, const std::string& place, const auto& document) {
    for (const Value& value : kValues) {
      const std::string text = document(std::string("\"") + member.name + "\": " + value.text);
      const auto stack = stack_from_json(text);
      const bool allowed = member.allowed.find(value.letter) != std::string_view::npos;
      EXPECT_EQ(stack.has_value(), allowed) << text;
      if (!stack) {
        EXPECT_EQ(stack.error().code, ErrorCode::kMalformed) << text;
        EXPECT_TRUE(stack.error().message.starts_with(place)) << stack.error().message;
      }
    }
  };
  for (const Member& member : {Member{"mode", ""},
                               {"keys", ""},
                               {"curves", ""},
                               {"frames", "p"},
                               {"mmd_origin_key", "b"},
                               {"name_encoding", ""},
                               {"base", ""},
                               {"layers", "a"},
                               {"version", ""}})
    expect(member, member.name, [](const std::string& m) { return with(m); });
  for (const Member& member : {Member{"id", "s"},
                               {"enabled", "b"},
                               {"mode", ""},
                               {"weight", "niq"},
                               {"fade_in", "ni"},
                               {"fade_out", "ni"},
                               {"offset", "ni"},
                               {"range", "p"},
                               {"speed", "ni"},
                               {"loop", "i"},
                               {"bones", "al"},
                               {"morphs", "al"},
                               {"reference", "ni"},
                               {"sha256", ""}})
    expect(member, std::string("layers[0].") + member.name,
           [](const std::string& m) { return with_layer(m); });
}

TEST(StackJsonGarbage, UnknownKeysAreNamedWithTheirPlace) {
  struct Case {
    std::string text, message;
  };
  const Case cases[] = {
      {with(R"("Mode": "mean")"), "Mode: unknown key"},
      {with(R"("": 1)"), ": unknown key"},
      {with(R"("base": {"file": "a", "weight": 1})"), "base: weight: unknown key"},
      {with_layer(R"("fade-in": 1)"), "layers[0].fade-in: unknown key"},
      {with(R"("layers": [{"file": "a"}, {"file": "b"}, {"path": "c"}])"),
       "layers[2].path: unknown key"},
  };
  for (const Case& c : cases) {
    const auto stack = stack_from_json(c.text);
    ASSERT_FALSE(stack) << c.text;
    EXPECT_EQ(stack.error().message, c.message);
  }
}

TEST(StackJsonGarbage, NumbersBeyondADoubleAreAnError) {
  for (const char* number : {"1e999", "-1e999", "1e400", "123456789e999"})
    for (const char* member : {"offset", "weight", "speed", "reference"}) {
      const std::string text = with_layer(std::string("\"") + member + "\": " + number);
      // Whatever the parser does inside, no exception may leave the function.
      ASSERT_NO_THROW({
        const auto stack = stack_from_json(text);
        EXPECT_FALSE(stack) << text;
        if (!stack) {
          EXPECT_EQ(stack.error().code, ErrorCode::kMalformed) << text;
        }
      }) << text;
    }
}

TEST(StackJsonGarbage, WholeNumbersHaveLimits) {
  EXPECT_TRUE(stack_from_json(with_layer("\"range\": [0, 4294967295]")));
  for (const char* bad :
       {"[0, 4294967296]", "[-1, 4]", "[0.5, 4]", "[4, 3]", "[0, 99999999999999999999]", "[1]",
        "[1, 2, 3]", "[null, 3]", "[\"1\", 3]"})
    EXPECT_FALSE(stack_from_json(with_layer(std::string("\"range\": ") + bad))) << bad;
  EXPECT_TRUE(stack_from_json(with_layer("\"range\": [7, null]")));
  for (const char* bad : {"0", "-1", "1.5", "4294967296", "\"Forever\"", "\"0\""})
    EXPECT_FALSE(stack_from_json(with_layer(std::string("\"loop\": ") + bad))) << bad;
}

TEST(StackJsonGarbage, ADigestHasSixtyFourDigits) {
  const std::string digest(64, 'a');
  const auto read = [](const std::string& text) {
    return stack_from_json(with_layer("\"sha256\": \"" + text + "\""));
  };
  ASSERT_TRUE(read(digest));
  EXPECT_EQ(read(digest)->layers[0].file.sha256, digest);
  for (const std::string& bad : {digest.substr(1), digest + "a", "A" + digest.substr(1),
                                 "g" + digest.substr(1), std::string()})
    EXPECT_FALSE(read(bad)) << bad;
}

TEST(StackJsonGarbage, DeepNestingIsAnErrorAndNoCrash) {
  for (const char* open : {"[", "{\"a\":"}) {
    std::string deep;
    for (int i = 0; i < 200000; ++i) deep += open;
    EXPECT_FALSE(stack_from_json(deep));
  }
  const std::string closed = std::string(100000, '[') + std::string(100000, ']');
  EXPECT_FALSE(stack_from_json(closed));
  for (const char* member : {"weight", "loop", "range", "bones", "offset", "mode"})
    EXPECT_FALSE(stack_from_json(with_layer(std::string("\"") + member + "\": " + closed)));
}

// Property: a good stack with some bytes changed, put in or left out is a stack or an error.
TEST(StackJsonGarbage, DamagedTextIsAStackOrAnError) {
  const std::string good = *stack_to_json(*stack_from_json(
      with(R"("base": {"file": "b.vmd"}, "frames": [0, 9], "layers": [{"file": "a.vmd",
        "weight": [[0, 1], [5, 0.5]], "loop": "forever", "bones": ["左*"], "range": [3, null],
        "reference": 2}])")));
  Random random(831);
  int read = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text = good;
    for (std::uint32_t i = 1 + random.below(3); i > 0; --i) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
      const char byte = random.chance(0.7) ? "0123456789-+.eE[]{},:\"\\ntf"[random.below(26)]
                                           : static_cast<char>(random.below(256));
      if (random.chance(0.4))
        text[at] = byte;
      else if (random.chance(0.5))
        text.insert(at, 1, byte);
      else
        text.erase(at, 1 + random.below(4));
    }
    ASSERT_NO_THROW({
      const auto stack = stack_from_json(text);
      if (stack) {
        ++read;
        const auto written = stack_to_json(*stack);
        ASSERT_TRUE(written) << text;
        ASSERT_EQ(*stack_to_json(*stack_from_json(*written)), *written) << text;
      } else {
        ASSERT_FALSE(stack.error().message.empty());
      }
    }) << "seed 831, round "
       << round << ": " << text;
  }
  EXPECT_GT(read, 500) << "or this shows nothing about what can be read";
}

TEST(StackJsonGarbage, NumbersComeBackToTheLastBit) {
  Random random(841);
  for (int round = 0; round < 500; ++round) {
    LayerStack stack;
    Layer layer;
    layer.file.path = "a";
    layer.weight = {{random.between(-1e6, 0), random.between(0, 1) / 3},
                    {random.between(1e-9, 1e9), std::numeric_limits<double>::denorm_min()}};
    layer.offset = random.between(-1, 1) * 1e300;
    layer.speed = random.between(0, 1) * 1e-300 + 1e-308;
    layer.mode = LayerMode::kAdditive;
    layer.reference = random.between(0, 4294967296.0);
    layer.range = FrameRange{random.below(9), 4294967294U};
    stack.layers = {layer};
    const auto read = stack_from_json(*stack_to_json(stack));
    ASSERT_TRUE(read) << "seed 841, round " << round;
    ASSERT_EQ(*read, stack) << "seed 841, round " << round;
  }
}

}  // namespace
}  // namespace mmdkit
