#include <gtest/gtest.h>

#include <bit>

#include "format/vmd_reader.h"
#include "format/vmd_writer.h"
#include "support/random_vmd.h"
#include "support/vmd_builder.h"

// Every field at its offset, against records put together here byte by byte.

namespace mmdkit {
namespace {

/// Little-endian bytes, written without the writer under test.
class Bytes {
 public:
  Bytes& u8(unsigned value) {
    bytes_.push_back(static_cast<std::byte>(value));
    return *this;
  }
  Bytes& u32(std::uint32_t value) {
    for (unsigned shift = 0; shift < 32; shift += 8) u8(value >> shift & 0xFFU);
    return *this;
  }
  Bytes& f32(float value) { return u32(std::bit_cast<std::uint32_t>(value)); }
  Bytes& text(std::string_view value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
      u8(i < value.size() ? static_cast<unsigned char>(value[i]) : 0U);
    return *this;
  }
  /// `size` bytes that count up from `first`.
  Bytes& counting(unsigned first, unsigned size) {
    for (unsigned i = 0; i < size; ++i) u8(first + i);
    return *this;
  }
  const std::vector<std::byte>& get() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

Bytes header() {
  Bytes bytes;
  bytes.text("Vocaloid Motion Data 0002", 30).text("model", 20);
  return bytes;
}

template <std::size_t N>
std::array<std::uint8_t, N> counting(std::uint8_t first) {
  std::array<std::uint8_t, N> bytes{};
  for (std::uint8_t& byte : bytes) byte = first++;
  return bytes;
}

Vmd read(const std::vector<std::byte>& bytes) {
  Diagnostics diagnostics;
  auto vmd = read_vmd(bytes, diagnostics);
  EXPECT_TRUE(vmd) << (vmd ? "" : vmd.error().message);
  EXPECT_TRUE(diagnostics.empty());
  return vmd.value_or(Vmd{});
}

TEST(VmdRecords, BoneKey) {
  auto file = header();
  file.u32(1).text("bone", 15).u32(0x01020304).f32(1).f32(2).f32(3);
  file.f32(0.1F).f32(0.2F).f32(0.3F).f32(0.4F).counting(100, 64);
  file.u32(0).u32(0).u32(0).u32(0).u32(0);
  const Vmd vmd = read(file.get());
  ASSERT_EQ(vmd.bone_keys.size(), 1U);
  const VmdBoneKey& key = vmd.bone_keys[0];
  EXPECT_EQ(name_bytes(key.name), "bone");
  EXPECT_EQ(key.frame, 0x01020304U);
  EXPECT_EQ(key.translation, (std::array<float, 3>{1, 2, 3}));
  EXPECT_EQ(key.rotation, (std::array<float, 4>{0.1F, 0.2F, 0.3F, 0.4F}));
  EXPECT_EQ(key.interpolation, counting<64>(100));
  EXPECT_EQ(write_vmd(vmd), file.get());
}

TEST(VmdRecords, MorphKey) {
  auto file = header();
  file.u32(0).u32(1).text("morph", 15).u32(77).f32(-1.5F).u32(0).u32(0).u32(0).u32(0);
  const Vmd vmd = read(file.get());
  EXPECT_EQ(vmd.morph_keys, std::vector{test::morph("morph", 77, -1.5F)});
  EXPECT_EQ(write_vmd(vmd), file.get());
}

TEST(VmdRecords, CameraKey) {
  auto file = header();
  file.u32(0).u32(0).u32(1).u32(9).f32(-45).f32(1).f32(2).f32(3).f32(0.4F).f32(0.5F).f32(0.6F);
  file.counting(1, 24).u32(30).u8(1).u32(0).u32(0).u32(0);
  const Vmd vmd = read(file.get());
  ASSERT_EQ(vmd.camera_keys.size(), 1U);
  const VmdCameraKey& key = vmd.camera_keys[0];
  EXPECT_EQ(key.frame, 9U);
  EXPECT_EQ(key.distance, -45);
  EXPECT_EQ(key.target, (std::array<float, 3>{1, 2, 3}));
  EXPECT_EQ(key.rotation, (std::array<float, 3>{0.4F, 0.5F, 0.6F}));
  EXPECT_EQ(key.interpolation, counting<24>(1));
  EXPECT_EQ(key.fov, 30U);
  EXPECT_EQ(key.orthographic, 1);
  EXPECT_EQ(write_vmd(vmd), file.get());
}

TEST(VmdRecords, LightAndShadowKeys) {
  auto file = header();
  file.u32(0).u32(0).u32(0);
  file.u32(1).u32(5).f32(0.1F).f32(0.2F).f32(0.3F).f32(-1).f32(-2).f32(-3);
  file.u32(2).u32(6).u8(2).f32(0.01F).u32(7).u8(0).f32(0.02F).u32(0);
  const Vmd vmd = read(file.get());
  EXPECT_EQ(vmd.light_keys, (std::vector{VmdLightKey{5, {0.1F, 0.2F, 0.3F}, {-1, -2, -3}}}));
  EXPECT_EQ(vmd.shadow_keys, (std::vector{VmdShadowKey{6, 2, 0.01F}, VmdShadowKey{7, 0, 0.02F}}));
  EXPECT_EQ(write_vmd(vmd), file.get());
}

TEST(VmdRecords, PropertyKeysOfDifferentLengths) {
  auto file = header();
  for (int section = 0; section < 5; ++section) file.u32(0);
  file.u32(3).u32(0).u8(1).u32(2).text("left", 20).u8(0).text("right", 20).u8(7);
  file.u32(5).u8(2).u32(0);
  file.u32(9).u8(0).u32(1).text("abcdefghijklmnopqrst", 20).u8(1);
  const Vmd vmd = read(file.get());
  ASSERT_EQ(vmd.property_keys.size(), 3U);
  ASSERT_EQ(vmd.property_keys[0].ik_states.size(), 2U);
  EXPECT_EQ(name_bytes(vmd.property_keys[0].ik_states[1].name), "right");
  EXPECT_EQ(vmd.property_keys[0].ik_states[1].enabled, 7) << "as stored, not as 1";
  EXPECT_EQ(vmd.property_keys[1].visible, 2);
  EXPECT_EQ(vmd.property_keys[1].frame, 5U);
  EXPECT_EQ(name_bytes(vmd.property_keys[2].ik_states.at(0).name), "abcdefghijklmnopqrst");
  EXPECT_EQ(write_vmd(vmd), file.get());
}

// The size of a file follows from its counts alone.
TEST(VmdRecords, SizesFollowTheCounts) {
  for (const unsigned bones : {0U, 1U, 100U})
    for (const unsigned morphs : {0U, 10U})
      for (const unsigned ik : {0U, 4U}) {
        Vmd vmd = make_vmd("");
        vmd.bone_keys.resize(bones);
        vmd.morph_keys.resize(morphs);
        vmd.property_keys.resize(2);
        vmd.property_keys[1].ik_states.resize(ik);
        EXPECT_EQ(write_vmd(vmd).size(), 74 + 111 * bones + 23 * morphs + 9 + (9 + 21 * ik));
      }
}

TEST(VmdRecords, AModelNameFillsItsFieldWithoutNul) {
  const Vmd vmd = make_vmd("abcdefghijklmnopqrstuvwxyz");
  EXPECT_EQ(name_bytes(read(write_vmd(vmd)).model_name), "abcdefghijklmnopqrst");
}

// Zeros with a sign and numbers that are none come back bit for bit, in every field.
TEST(VmdRecords, KeepEveryBitOfEveryField) {
  constexpr std::array<unsigned, 6> kParts = {0x00, 0x80, 0x7F, 0xFF, 0xA0, 0x01};
  constexpr std::uint32_t kKeys = 40;
  test::Random random(89);
  auto file = header();
  for (const VmdSectionId id : {VmdSectionId::kBone, VmdSectionId::kMorph, VmdSectionId::kCamera,
                                VmdSectionId::kLight, VmdSectionId::kShadow}) {
    file.u32(kKeys);
    for (std::size_t i = 0; i < kKeys * vmd_record_bytes(id); ++i)
      file.u8(kParts[random.below(kParts.size())]);
  }
  file.u32(0);
  EXPECT_EQ(write_vmd(read(file.get())), file.get()) << "seed 89";
}

}  // namespace
}  // namespace mmdkit
