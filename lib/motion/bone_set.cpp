#include "motion/bone_set.h"

#include <algorithm>
#include <array>

namespace mmdkit {
namespace {

constexpr std::string_view kUpperBody =
    "上半身,上半身2,首,頭,左腕,右腕,左ひじ,右ひじ,左手首,右手首";

// Spellings: fingers carry full-width digits; the index finger is 人指 in MMD's own models and
// 人差指 in some others; IK is full-width but for 足IK親.
constexpr std::array<BoneSet, 8> kSets = {{
    {"upper-body", "the ten bones that a layer moves by default", kUpperBody},
    {"lower-body", "hips and legs with their IK and D bones",
     "下半身,腰,腰キャンセル?,?足,?ひざ,?足首,?つま先,?足ＩＫ,?つま先ＩＫ,?足IK親,?足D,?ひざD,?"
     "足首D,"
     "?足先EX"},
    {"arms", "shoulders to wrists with their twist bones",
     "?肩,?肩P,?肩C,?腕,?腕捩,?腕捩?,?ひじ,?手捩,?手捩?,?手首,?手先,?ダミー"},
    {"legs", "legs with their IK and D bones, without the hips",
     "?足,?ひざ,?足首,?つま先,?足ＩＫ,?つま先ＩＫ,?足IK親,?足D,?ひざD,?足首D,?足先EX"},
    {"fingers", "all fingers of both hands", "?親指?,?人指?,?人差指?,?中指?,?薬指?,?小指?"},
    {"head", "neck, head and eyes", "首,頭,両目,左目,右目"},
    {"eyes", "the eyes", "両目,左目,右目"},
    {"ik", "every bone with IK in its name", "*ＩＫ*,*IK*"},
}};

}  // namespace

std::span<const BoneSet> bone_sets() {
  return kSets;
}

const BoneSet* find_bone_set(std::string_view name) {
  const auto found = std::ranges::find(kSets, name, &BoneSet::name);
  return found == kSets.end() ? nullptr : &*found;
}

std::string_view default_layer_bones() {
  return kUpperBody;
}

}  // namespace mmdkit
