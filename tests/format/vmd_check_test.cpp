#include "format/vmd_check.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

using test::bone;
using test::morph;
using test::motion;

Diagnostics check(const Vmd& vmd, NameEncoding encoding = NameEncoding::kCp932) {
  auto codec = NameCodec::open(encoding);
  Diagnostics diagnostics;
  check_vmd(vmd, *codec, diagnostics);
  return diagnostics;
}

/// The one warning of `vmd`, as text.
std::string only(const Vmd& vmd) {
  const Diagnostics diagnostics = check(vmd);
  EXPECT_EQ(diagnostics.items().size(), 1U);
  if (diagnostics.empty()) return {};
  const Diagnostic& first = diagnostics.items().front();
  return first.id + " x" + std::to_string(first.count) + " @ " + first.first;
}

TEST(VmdCheck, HasNothingToSayOfACleanMotion) {
  const Vmd vmd = motion({bone("センター", 0), bone("センター", 5), bone("頭", 5)},
                         {morph("あ", 0, 0), morph("い", 0, 1)}, {test::property(0, true)});
  EXPECT_TRUE(check(vmd).empty());
}

TEST(VmdCheck, ReportsNumbersThatAreNotFinite) {
  Vmd vmd =
      motion({bone("センター", 3)}, {morph("あ", 4, std::numeric_limits<float>::quiet_NaN())});
  vmd.bone_keys[0].translation[1] = std::numeric_limits<float>::infinity();
  EXPECT_EQ(only(vmd), "non-finite x2 @ bone key 0 (センター, frame 3)");
}

TEST(VmdCheck, ReportsRotationsThatAreFarFromUnit) {
  EXPECT_EQ(only(motion({bone("頭", 0), bone("頭", 1, {}, {0, 0, 0, 0})})),
            "vmd-zero-rotation x1 @ bone key 1 (頭, frame 1)");
  EXPECT_EQ(only(motion({bone("頭", 0, {}, {0, 0, 0, 2})})),
            "vmd-rotation-norm x1 @ bone key 0 (頭, frame 0)");
  EXPECT_TRUE(check(motion({bone("頭", 0, {}, {0, 0, 0, 1.05F})})).empty());
}

TEST(VmdCheck, ReportsOddCurves) {
  Vmd vmd = motion({bone("頭", 0)});
  vmd.bone_keys[0].interpolation[0] = 200;
  EXPECT_EQ(only(vmd), "vmd-curve-range x1 @ bone key 0 (頭, frame 0)");
  vmd = motion({bone("頭", 0)});
  std::fill(vmd.bone_keys[0].interpolation.begin() + 16, vmd.bone_keys[0].interpolation.end(),
            std::uint8_t{0});
  EXPECT_EQ(only(vmd), "vmd-curve-first-row x1 @ bone key 0 (頭, frame 0)");
}

TEST(VmdCheck, CountsKeysThatALaterOneReplaces) {
  EXPECT_EQ(only(motion({bone("頭", 0), bone("首", 0), bone("頭", 0), bone("頭", 0)})),
            "vmd-duplicate-key x2 @ bone key 2 (頭, frame 0)");
  Vmd vmd = make_vmd(kVmdCameraModelName);
  vmd.camera_keys = {test::camera(1), test::camera(2), test::camera(1)};
  EXPECT_EQ(only(vmd), "vmd-duplicate-key x1 @ camera key 2 (frame 1)");
}

TEST(VmdCheck, ReportsFramesThatMmdTakesForNegative) {
  EXPECT_EQ(only(motion({bone("頭", 0x7FFFFFFF), bone("頭", 0x80000000U)})),
            "vmd-frame-range x1 @ bone key 1 (頭, frame 2147483648)");
}

TEST(VmdCheck, SaysWhichEncodingWouldReadAName) {
  Vmd vmd = motion({bone("頭", 0)});
  vmd.bone_keys[0].name = name_field<kVmdNameBytes>("\xE9\xA0\xAD\xE9\xA0\xAD\xFF");  // neither
  EXPECT_EQ(check(vmd).items().at(0).id, "vmd-undecodable-name");
  vmd.bone_keys[0].name = name_field<kVmdNameBytes>("\xEF\xBC\xA1");  // Ａ in UTF-8
  const Diagnostics diagnostics = check(vmd);
  ASSERT_EQ(diagnostics.items().size(), 1U);
  EXPECT_EQ(diagnostics.items()[0].message, "a name is not cp932; it would read as utf8");
}

TEST(VmdCheck, KnowsHowMmdTellsCameraMotions) {  // CAM-01
  Vmd vmd = make_vmd(kVmdCameraModelName);
  vmd.camera_keys = {test::camera(0)};
  EXPECT_TRUE(check(vmd).empty());
  vmd.model_name = name_field<kVmdLongNameBytes>("camera");
  EXPECT_EQ(only(vmd), "vmd-camera-name x1 @ ");
  vmd.bone_keys = {bone("頭", 0)};
  EXPECT_EQ(only(vmd), "vmd-both-kinds x1 @ ");
}

TEST(VmdCheck, LooksAtEveryNumberOfEverySection) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto with = [](const auto& change) {
    Vmd vmd = make_vmd(kVmdCameraModelName);
    vmd.camera_keys = {test::camera(0)};
    vmd.light_keys = {test::light(0)};
    vmd.shadow_keys = {test::shadow(0)};
    change(vmd);
    return vmd;
  };
  struct Case {
    const char* place;
    Vmd vmd;
  };
  const Case cases[] = {
      {"camera key 0 (frame 0)", with([&](Vmd& v) { v.camera_keys[0].distance = nan; })},
      {"camera key 0 (frame 0)", with([&](Vmd& v) { v.camera_keys[0].target[2] = nan; })},
      {"camera key 0 (frame 0)", with([&](Vmd& v) { v.camera_keys[0].rotation[1] = nan; })},
      {"light key 0 (frame 0)", with([&](Vmd& v) { v.light_keys[0].color[2] = nan; })},
      {"light key 0 (frame 0)", with([&](Vmd& v) { v.light_keys[0].direction[0] = -nan; })},
      {"shadow key 0 (frame 0)", with([&](Vmd& v) { v.shadow_keys[0].distance = nan; })},
  };
  for (const Case& c : cases) EXPECT_EQ(only(c.vmd), std::string("non-finite x1 @ ") + c.place);
  for (std::size_t i = 0; i < 4; ++i) {
    Vmd vmd = motion({bone("頭", 0)});
    vmd.bone_keys[0].rotation[i] = nan;
    EXPECT_EQ(only(vmd), "non-finite x1 @ bone key 0 (頭, frame 0)") << "and no odd length too";
  }
}

TEST(VmdCheck, CountsOverAllSections) {
  constexpr std::uint32_t kFar = 0x80000000U;
  const Vmd vmd = motion({bone("頭", kFar)}, {morph("あ", kFar, 0)}, {test::property(kFar, true)});
  EXPECT_EQ(only(vmd), "vmd-frame-range x3 @ bone key 0 (頭, frame 2147483648)");
}

TEST(VmdCheck, DuplicatesAreOfOneNameAndOneFrame) {
  Vmd vmd = motion({bone("頭", 1), bone("首", 1), bone("頭", 2)}, {morph("頭", 1, 0)},
                   {test::property(1, true)});
  EXPECT_TRUE(check(vmd).empty());
  vmd.bone_keys[2] = bone("頭", 1);
  vmd.bone_keys[2].name[14] = '\xFD';  // behind the NUL: still the same name
  EXPECT_EQ(only(vmd), "vmd-duplicate-key x1 @ bone key 2 (頭, frame 1)");
  EXPECT_EQ(only(motion({}, {}, {test::property(3, true), test::property(3, false)})),
            "vmd-duplicate-key x1 @ property key 1 (frame 3)");
}

TEST(VmdCheck, RotationsMayBeATenthOff) {
  for (const float norm : {0.91F, 1.0F, 1.09F, -1.0F})
    EXPECT_TRUE(check(motion({bone("頭", 0, {}, {0, 0, norm, 0})})).empty()) << norm;
  for (const float norm : {0.89F, 1.11F, 1e-20F, 1e30F})
    EXPECT_EQ(only(motion({bone("頭", 0, {}, {norm, 0, 0, 0})})),
              "vmd-rotation-norm x1 @ bone key 0 (頭, frame 0)")
        << norm;
}

TEST(VmdCheck, ReportsANameOnceHoweverManyKeysItHas) {
  Vmd vmd = motion({bone("頭", 0), bone("頭", 1)}, {morph("あ", 0, 0)});
  for (VmdBoneKey& key : vmd.bone_keys) key.name = name_field<kVmdNameBytes>("\xFF\xFF");
  vmd.morph_keys[0].name = name_field<kVmdNameBytes>("\xFF");
  vmd.model_name = name_field<kVmdLongNameBytes>("\xFD");
  EXPECT_EQ(check(vmd).items().at(0).count, 3U) << "a bone, a morph and the model";
}

TEST(VmdCheck, LooksAtIkNamesToo) {
  Vmd vmd = motion({}, {}, {test::property(0, true, {{"左足ＩＫ", true}})});
  EXPECT_TRUE(check(vmd).empty());
  vmd.property_keys[0].ik_states[0].name = name_field<kVmdLongNameBytes>("\xFF\xFF");
  const Diagnostics diagnostics = check(vmd);
  ASSERT_EQ(diagnostics.items().size(), 1U);
  EXPECT_EQ(diagnostics.items()[0].id, "vmd-undecodable-name");
}

// A cut name is how MMD stores a long one; a question mark is a character; MMD of 2012 pads its
// shifted rows with 01; old MMD fills names with FD. None of it is worth a warning.
TEST(VmdCheck, HasNothingToSayOfWhatMmdItselfWrites) {  // NAME-01, NAME-02, INTP-02
  Vmd vmd = motion({bone("左ひざ補助ボーン先", 0), bone("前髪?", 0), bone("センター", 0)});
  std::fill(vmd.bone_keys[2].name.begin() + 9, vmd.bone_keys[2].name.end(), '\xFD');
  for (const std::size_t pad : {31U, 46U, 61U}) vmd.bone_keys[2].interpolation[pad] = 1;
  vmd.bone_keys[1].interpolation.fill(0);
  EXPECT_TRUE(check(vmd).empty());
  EXPECT_TRUE(check(make_vmd(kVmdCameraModelName)).empty());
  EXPECT_TRUE(check(make_vmd("")).empty());
}

// Every field may end inside a character, whatever its length: 15 bytes, 20, and 10 of version 1.
TEST(VmdCheck, ANameMayBeCutWhereItsFieldEnds) {
  const std::string long_name = "a" + test::cp932("初音初音初音初音初音初音");
  Vmd vmd = motion({bone("頭", 0)}, {}, {test::property(0, true, {{"左足ＩＫ", true}})});
  vmd.bone_keys[0].name = name_field<kVmdNameBytes>(test::cp932("初音初音初音初音"));
  vmd.model_name = name_field<kVmdLongNameBytes>(long_name);
  vmd.property_keys[0].ik_states[0].name = name_field<kVmdLongNameBytes>(long_name);
  EXPECT_TRUE(check(vmd).empty());
  vmd.version = VmdVersion::kV1;
  vmd.signature = name_field<kVmdSignatureBytes>("Vocaloid Motion Data file");
  vmd.model_name = name_field<kVmdLongNameBytes>(long_name.substr(0, 10));
  EXPECT_TRUE(check(vmd).empty());
}

}  // namespace
}  // namespace mmdkit
