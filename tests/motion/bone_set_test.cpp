#include "motion/bone_set.h"

#include <gtest/gtest.h>

#include <set>

#include "motion/selection.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

using Names = std::set<std::string>;

// The standard and semi-standard skeleton, both sides.
Names skeleton() {
  Names names = {"全ての親", "操作中心", "センター", "センター2", "グルーブ",
                 "腰",       "上半身",   "上半身2",  "上半身3",   "下半身",
                 "首",       "頭",       "両目",     "左髪ＩＫ",  "ネクタイＩＫ"};
  for (const std::string side : {"左", "右"}) {
    for (const char* part :
         {"目",     "肩P",    "肩",     "肩C",    "腕",     "腕捩",       "腕捩1",  "ひじ",
          "手捩",   "手捩1",  "手首",   "手先",   "ダミー", "親指０",     "親指１", "人指１",
          "中指２", "薬指３", "小指１", "足",     "ひざ",   "足首",       "つま先", "足ＩＫ",
          "足D",    "ひざD",  "足首D",  "足先EX", "足IK親", "つま先ＩＫ", "髪１"})
      names.insert(side + part);
    names.insert("腰キャンセル" + side);
  }
  return names;
}

Names both_sides(std::initializer_list<const char*> parts) {
  Names names;
  for (const char* part : parts)
    for (const std::string side : {"左", "右"}) names.insert(side + part);
  return names;
}

Names joined(Names a, const Names& b) {
  a.insert(b.begin(), b.end());
  return a;
}

Names members(std::string_view selection) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  std::vector<FileName> names;
  for (const std::string& name : skeleton()) {
    const std::string bytes = test::cp932(name);
    names.push_back({bytes, codec->decode(bytes)});
  }
  const auto result = Selection::compile(*selection_terms(selection), *codec)->apply(names);
  Names selected;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (result->selected[i] != 0) selected.insert(names[i].decoded.text);
  return selected;
}

TEST(BoneSet, HoldsTheBonesOfItsName) {
  const Names legs = both_sides({"足", "ひざ", "足首", "つま先", "足ＩＫ", "つま先ＩＫ", "足IK親",
                                 "足D", "ひざD", "足首D", "足先EX"});
  struct Case {
    const char* set;
    Names bones;
  };
  const Case cases[] = {
      {"upper-body", joined({"上半身", "上半身2", "首", "頭"}, both_sides({"腕", "ひじ", "手首"}))},
      {"lower-body", joined({"下半身", "腰", "腰キャンセル左", "腰キャンセル右"}, legs)},
      {"arms", both_sides({"肩", "肩P", "肩C", "腕", "腕捩", "腕捩1", "ひじ", "手捩", "手捩1",
                           "手首", "手先", "ダミー"})},
      {"legs", legs},
      {"fingers", both_sides({"親指０", "親指１", "人指１", "中指２", "薬指３", "小指１"})},
      {"head", {"首", "頭", "両目", "左目", "右目"}},
      {"eyes", {"両目", "左目", "右目"}},
      {"ik", joined({"左髪ＩＫ", "ネクタイＩＫ"}, both_sides({"足ＩＫ", "つま先ＩＫ", "足IK親"}))},
  };
  for (const Case& c : cases) EXPECT_EQ(members(std::string("set:") + c.set), c.bones) << c.set;
  EXPECT_EQ(bone_sets().size(), std::size(cases)) << "a set without a test";
}

TEST(BoneSet, TheDefaultOfALayerIsTheUpperBody) {
  EXPECT_EQ(members(default_layer_bones()), members("set:upper-body"));
  EXPECT_EQ(members(default_layer_bones()).size(), 10U);
}

TEST(BoneSet, DroppingASetLeavesTheRest) {
  Names rest = skeleton();
  for (const std::string& name : members("set:arms")) rest.erase(name);
  EXPECT_EQ(members("!set:arms"), rest);
  EXPECT_EQ(members("set:arms,!set:arms"), Names{});
}

TEST(BoneSet, EveryNameIsFoundAndNoOther) {
  for (const BoneSet& set : bone_sets()) {
    EXPECT_EQ(find_bone_set(set.name), &set);
    EXPECT_FALSE(set.description.empty());
    EXPECT_TRUE(selection_terms(set.terms)) << set.name;
  }
  for (const char* name : {"", "Arms", "arms ", "torso"})
    EXPECT_EQ(find_bone_set(name), nullptr) << name;
}

}  // namespace
}  // namespace mmdkit
