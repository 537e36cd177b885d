#include "format/vmd_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <limits>

#include "format/vmd_check.h"
#include "format/vmd_writer.h"
#include "support/random_vmd.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

using test::bytes_of;

// The smallest complete files, written out by hand; docs/formats/vmd.md explains every byte.
constexpr std::string_view kModelMotion =
    "56 6F 63 61 6C 6F 69 64 20 4D 6F 74 69 6F 6E 20 44 61 74 61 20 30 30 30 32 00 00 00 00 00 83 "
    "65"
    "83 58 83 67 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00 83 5A 83 93 83 5E 81 5B 00 "
    "00"
    "00 00 00 00 00 1E 00 00 00 00 00 C0 3F 00 00 00 C0 00 00 80 3E 00 00 00 00 F3 04 35 3F 00 00 "
    "00"
    "00 F3 04 35 3F 14 14 00 00 14 14 14 14 6B 6B 6B 6B 6B 6B 6B 6B 14 14 14 14 14 14 14 6B 6B 6B "
    "6B"
    "6B 6B 6B 6B 00 14 14 14 14 14 14 6B 6B 6B 6B 6B 6B 6B 6B 00 00 14 14 14 14 14 6B 6B 6B 6B 6B "
    "6B"
    "6B 6B 00 00 00 01 00 00 00 82 A0 00 00 00 00 00 00 00 00 00 00 00 00 00 0C 00 00 00 00 00 40 "
    "3F"
    "00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 01 01 00 00 00 8D B6 91 AB 82 68 "
    "82"
    "6A 00 00 00 00 00 00 00 00 00 00 00 00 00";
constexpr std::string_view kCameraMotion =
    "56 6F 63 61 6C 6F 69 64 20 4D 6F 74 69 6F 6E 20 44 61 74 61 20 30 30 30 32 00 00 00 00 00 83 "
    "4A"
    "83 81 83 89 81 45 8F C6 96 BE 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00 00 "
    "00"
    "00 00 00 00 34 C2 00 00 00 00 00 00 20 41 00 00 00 00 C2 B8 32 BE 92 0A 06 3F 00 00 00 00 14 "
    "6B"
    "14 6B 14 6B 14 6B 14 6B 14 6B 14 6B 14 6B 14 6B 14 6B 14 6B 14 6B 1E 00 00 00 00 01 00 00 00 "
    "00"
    "00 00 00 00 00 1A 3F 00 00 1A 3F 00 00 1A 3F 00 00 00 BF 00 00 80 BF 00 00 00 3F 01 00 00 00 "
    "00"
    "00 00 00 01 EC 51 38 3C 00 00 00 00";

std::uint32_t crc32_of(const std::vector<std::byte>& bytes) {
  return static_cast<std::uint32_t>(
      ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

Vmd read(const std::vector<std::byte>& bytes) {
  Diagnostics diagnostics;
  auto vmd = read_vmd(bytes, diagnostics);
  EXPECT_TRUE(vmd) << (vmd ? "" : vmd.error().message);
  EXPECT_TRUE(diagnostics.empty());
  return vmd.value_or(Vmd{});
}

TEST(VmdReader, ReadsTheSmallestModelMotion) {
  const auto bytes = bytes_of(kModelMotion);
  EXPECT_EQ(bytes.size(), 238U);
  EXPECT_EQ(crc32_of(bytes), 0x47935E79U);
  const Vmd vmd = read(bytes);
  EXPECT_EQ(name_bytes(vmd.model_name), test::cp932("テスト"));
  ASSERT_EQ(vmd.bone_keys.size(), 1U);
  const VmdBoneKey& key = vmd.bone_keys[0];
  EXPECT_EQ(name_bytes(key.name), test::cp932("センター"));
  EXPECT_EQ(key.frame, 30U);
  EXPECT_EQ(key.translation, (std::array<float, 3>{1.5F, -2, 0.25F}));
  EXPECT_EQ(key.rotation, (std::array<float, 4>{0, 0.70710678F, 0, 0.70710678F}));
  EXPECT_EQ(key.interpolation, test::block({}));
  ASSERT_EQ(vmd.morph_keys.size(), 1U);
  EXPECT_EQ(vmd.morph_keys[0], test::morph("あ", 12, 0.75F));
  ASSERT_EQ(vmd.property_keys.size(), 1U);
  EXPECT_EQ(vmd.property_keys[0], test::property(0, true, {{"左足ＩＫ", false}}));
  EXPECT_EQ(write_vmd(vmd), bytes);
}

TEST(VmdReader, ReadsTheSmallestCameraMotion) {
  const auto bytes = bytes_of(kCameraMotion);
  EXPECT_EQ(bytes.size(), 172U);
  EXPECT_EQ(crc32_of(bytes), 0x3A619C81U);
  const Vmd vmd = read(bytes);
  EXPECT_EQ(name_bytes(vmd.model_name), kVmdCameraModelName);
  ASSERT_EQ(vmd.camera_keys.size(), 1U);
  EXPECT_EQ(vmd.camera_keys[0].distance, -45);
  EXPECT_EQ(vmd.camera_keys[0].target, (std::array<float, 3>{0, 10, 0}));
  EXPECT_NEAR(vmd.camera_keys[0].rotation[0], -0.174533, 1e-6);
  EXPECT_EQ(vmd.camera_keys[0].fov, 30U);
  EXPECT_EQ(vmd.camera_keys[0].orthographic, 0);
  ASSERT_EQ(vmd.light_keys.size(), 1U);
  EXPECT_EQ(vmd.light_keys[0].color[0], 0.6015625F);
  ASSERT_EQ(vmd.shadow_keys.size(), 1U);
  EXPECT_EQ(vmd.shadow_keys[0].mode, 1);
  EXPECT_EQ(vmd.shadow_keys[0].distance, 0.01125F);
  EXPECT_EQ(write_vmd(vmd), bytes);
}

TEST(VmdWriter, WritesFilesOfTheRightSize) {
  EXPECT_EQ(write_vmd(make_vmd("")).size(), 74U);
  EXPECT_EQ(crc32_of(write_vmd(make_vmd(kVmdCameraModelName))), 0x12616B14U);
  Vmd vmd = make_vmd("");
  vmd.bone_keys.resize(100);
  vmd.morph_keys.resize(10);
  EXPECT_EQ(write_vmd(vmd).size(), 11404U);
  Vmd camera = make_vmd("");
  camera.camera_keys.resize(5);
  camera.light_keys.resize(1);
  camera.shadow_keys.resize(1);
  EXPECT_EQ(write_vmd(camera).size(), 416U);
  Vmd properties = make_vmd("");
  properties.property_keys.resize(1);
  properties.property_keys[0].ik_states.resize(4);
  EXPECT_EQ(write_vmd(properties).size(), 74U + 93);
}

TEST(VmdReader, WritingGivesBackWhatWasRead) {
  test::Random random(11);
  for (int round = 0; round < 300; ++round) {
    const Vmd vmd = test::random_vmd(random);
    const auto bytes = write_vmd(vmd);
    Diagnostics diagnostics;
    const auto read = read_vmd(bytes, diagnostics);
    ASSERT_TRUE(read) << "seed 11, round " << round;
    ASSERT_EQ(*read, vmd) << "seed 11, round " << round;
    ASSERT_EQ(write_vmd(*read), bytes) << "seed 11, round " << round;
  }
}

TEST(VmdReader, KeepsTheBitsOfNumbersThatAreNone) {
  auto bytes = bytes_of(kModelMotion);
  const auto nan = bytes_of("01 00 A0 7F");  // a signalling NaN with a payload
  std::copy(nan.begin(), nan.end(), bytes.begin() + 54 + 19);
  EXPECT_EQ(write_vmd(read(bytes)), bytes);
}

// Cut at every byte, a file gives a motion that writes back to the same bytes, or an error that
// says where. Each prefix has a buffer of exactly its size.
TEST(VmdReader, SurvivesEveryTruncation) {
  std::vector<std::vector<std::byte>> files = {bytes_of(kModelMotion), bytes_of(kCameraMotion)};
  test::Random random(5);
  for (int i = 0; i < 12; ++i) files.push_back(write_vmd(test::random_vmd(random)));
  Vmd uncounted = test::motion({test::bone("センター", 0)});
  uncounted.uncounted_camera_keys.push_back(test::camera(0));
  uncounted.section_count = 4;
  files.push_back(write_vmd(uncounted));
  int read = 0, refused = 0;
  for (const auto& file : files)
    for (std::size_t size = 0; size < file.size(); ++size) {
      const auto cut = test::exact_copy(std::span(file).first(size));
      Diagnostics diagnostics;
      const auto vmd = read_vmd(cut, diagnostics);
      if (vmd) {
        ++read;
        ASSERT_EQ(write_vmd(*vmd), cut) << "prefix of " << size;
      } else {
        ++refused;
        const bool named = vmd.error().message.find("byte 0x") != std::string::npos;
        ASSERT_TRUE(size < 20 || named) << "prefix of " << size << ": " << vmd.error().message;
      }
    }
  EXPECT_GT(read, 100);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace mmdkit
