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
  vmd.bone_keys[0].name =
      name_field<kVmdNameBytes>("\xEF\xBC\xA1");  // Ａ in UTF-8, and by chance GBK
  const Diagnostics diagnostics = check(vmd);
  ASSERT_EQ(diagnostics.items().size(), 1U);
  EXPECT_EQ(diagnostics.items()[0].message, "a name is not cp932; it would read as utf8 or gbk");
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

}  // namespace
}  // namespace mmdkit
