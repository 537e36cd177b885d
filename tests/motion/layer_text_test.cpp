#include "motion/layer_text.h"

#include <gtest/gtest.h>

namespace mmdkit {
namespace {

using Terms = std::vector<std::string>;

TEST(LayerText, ReadsEveryKey) {
  const auto layer = parse_layer(
      "dir/"
      "wave.vmd,weight=0.8,mode=additive,fade-in=5,fade-out=6.5,offset=-10,range=3:90,speed=1.5,"
      "loop=4,bones=[左*,!*ＩＫ*],morphs=あ,enabled=false,reference=2,id=wave");
  ASSERT_TRUE(layer) << layer.error().message;
  Layer expected;
  expected.file.path = "dir/wave.vmd";
  expected.weight = {{0, 0.8}};
  expected.mode = LayerMode::kAdditive;
  expected.fade_in = 5;
  expected.fade_out = 6.5;
  expected.offset = -10;
  expected.range = FrameRange{3, 90};
  expected.speed = 1.5;
  expected.loop = 4;
  expected.bones = Terms{"左*", "!*ＩＫ*"};
  expected.morphs = Terms{"あ"};
  expected.enabled = false;
  expected.reference = 2;
  expected.id = "wave";
  EXPECT_EQ(*layer, expected);
}

TEST(LayerText, ReadsListsInBrackets) {
  EXPECT_EQ(parse_layer("a,bones=[re:a,[bc]]")->bones, (Terms{"re:a,[bc]"}));
  EXPECT_EQ(parse_layer("a,bones=*")->bones, (Terms{"*"}));
  EXPECT_EQ(parse_layer("a,bones=[x\\]y]")->bones, (Terms{"x\\]y"}));
  EXPECT_EQ(parse_layer("a,weight=[0:0,10:1]")->weight,
            (std::vector<WeightPoint>{{0, 0}, {10, 1}}));
  EXPECT_EQ(parse_layer("a,loop=forever")->loop, kLoopForever);
  EXPECT_EQ(parse_layer("a b[1].vmd")->file.path, "a b[1].vmd");
  EXPECT_EQ(parse_layer("a")->bones, std::nullopt);
}

TEST(LayerText, SaysWhatItCannotRead) {
  struct Case {
    const char* text;
    const char* message;
  };
  constexpr Case kCases[] = {
      {"", "the file name is empty"},
      {",weight=1", "the file name is empty"},
      {"a,weight", "weight needs a value"},
      {"a,weight=1,weight=2", "weight is given twice"},
      {"a,weight=half", "weight: 'half' is no number"},
      {"a,weight=nan", "weight: 'nan' is no number"},
      {"a,weight=[5]", "weight: '5' is no point frame:weight of a weight curve"},
      {"a,weight=[]", "weight: '' is no point frame:weight of a weight curve"},
      {"a,mode=mean", "mode: unknown layer mode 'mean'; known: override, additive"},
      {"a,range=5", "range: frame range '5': expected FIRST:LAST, both included"},
      {"a,loop=0", "loop: '0' is neither a number of passes nor 'forever'"},
      {"a,enabled=yes", "enabled: 'yes' is neither 'true' nor 'false'"},
      {"a,bones=[]", "bones: the selection is empty; '*' selects all"},
      {"a,bones=[x", "'[' without ']'"},
      {"a,x]", "']' without '[' at byte 3"},
      {"a,id=", "id: the id is empty"},
  };
  for (const Case& c : kCases) {
    const auto layer = parse_layer(c.text);
    ASSERT_FALSE(layer) << c.text;
    EXPECT_EQ(layer.error().code, ErrorCode::kUsage) << c.text;
    EXPECT_EQ(layer.error().message, c.message) << c.text;
  }
  EXPECT_TRUE(parse_layer("a,wieght=1")
                  .error()
                  .message.starts_with("unknown key 'wieght' (a file name with a comma goes into a "
                                       "stack file); known: weight mode"));
}

TEST(LayerStack, ChecksWhatAStackMayBe) {
  struct Case {
    const char* layer;
    const char* why;
  };
  constexpr Case kCases[] = {
      {"a,weight=-0.1", "a weight must be a number from 0 to 1e9"},
      {"a,weight=[5:1,5:0]", "the frames of the weight curve must ascend"},
      {"a,fade-in=-1", "a fade must be a number of frames of at least 0"},
      {"a,speed=0", "the speed must be above 0"},
      {"a,loop=forever,fade-out=5", "a layer that loops forever has no end to fade out at"},
      {"a,reference=0", "only an additive layer has a reference frame"},
      {"a,mode=additive,reference=-1", "the reference must be a frame of at least 0"},
  };
  for (const Case& c : kCases) {
    LayerStack stack;
    stack.layers.push_back(*parse_layer(c.layer));
    const Status valid = validate(stack);
    ASSERT_FALSE(valid) << c.layer;
    EXPECT_EQ(valid.error().code, ErrorCode::kUsage);
    EXPECT_EQ(valid.error().message, std::string("layer 1 (a): ") + c.why);
  }
  LayerStack stack;
  EXPECT_EQ(validate(stack).error().message,
            "nothing to bake: give a base motion, --layer or --stack");
  stack.layers = {*parse_layer("a,id=x,weight=7"), *parse_layer("b,id=x")};
  EXPECT_EQ(validate(stack).error().message,
            "layer 2 (b): the id 'x' is taken by an earlier layer");
  stack.layers.pop_back();
  EXPECT_TRUE(validate(stack)) << "weights above 1 are allowed";
}

TEST(LayerStack, DerivesIdsFromTheFileAndThePosition) {
  // python3 -c "import uuid; print(uuid.uuid5(uuid.NAMESPACE_URL, 'mmdkit:layer:' + 'ab' * 32 +
  // ':1'))"
  const std::string digest = "abababababababababababababababababababababababababababababababab";
  EXPECT_EQ(layer_id(digest, 1), "58417c21-f959-5a1e-ab5a-d21dd1695cbd");
  EXPECT_NE(layer_id(digest, 0), layer_id(digest, 1));
}

}  // namespace
}  // namespace mmdkit
