#include "format/vmd_layout.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "format/vmd_reader.h"
#include "format/vmd_writer.h"
#include "support/vmd_builder.h"

// Where files end, begin and lie about themselves.

namespace mmdkit {
namespace {

using test::bone;
using test::bytes_of;
using test::morph;
using test::motion;

std::vector<std::byte> first(const std::vector<std::byte>& bytes, std::size_t size) {
  return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)};
}

void append(std::vector<std::byte>& bytes, std::string_view hexadecimal) {
  const auto more = bytes_of(hexadecimal);
  bytes.insert(bytes.end(), more.begin(), more.end());
}

std::string ids(const Diagnostics& diagnostics) {
  std::string all;
  for (const Diagnostic& each : diagnostics.items()) all += (all.empty() ? "" : " ") + each.id;
  return all;
}

TEST(VmdLayout, AFileMayEndAfterAnySection) {  // SECT-01, SECT-02
  const auto whole =
      write_vmd(motion({bone("センター", 7)}, {morph("あ", 0, 0), morph("あ", 10, 1)}));
  const std::size_t morphs_end = whole.size() - 16;
  struct Case {
    const char* name;
    std::size_t size, sections;
  };
  for (const Case& c :
       {Case{"after the morphs", morphs_end, 2}, Case{"after the camera", morphs_end + 4, 3},
        Case{"after the light", morphs_end + 8, 4}, Case{"after the shadow", morphs_end + 12, 5},
        Case{"after the bones", 54 + 111, 1}}) {
    SCOPED_TRACE(c.name);
    Diagnostics diagnostics;
    const auto vmd = read_vmd(first(whole, c.size), diagnostics);
    ASSERT_TRUE(vmd) << vmd.error().message;
    EXPECT_EQ(vmd->section_count, c.sections);
    EXPECT_EQ(vmd->bone_keys.size(), 1U);
    EXPECT_EQ(ids(diagnostics), "");
    EXPECT_EQ(write_vmd(*vmd), first(whole, c.size));
  }
}

TEST(VmdLayout, AFaceWithoutBonesIsAMotion) {
  const auto bytes = write_vmd(motion({}, {morph("あ", 0, 0), morph("あ", 10, 1)}));
  Diagnostics diagnostics;
  EXPECT_EQ(read_vmd(first(bytes, bytes.size() - 16), diagnostics)->morph_keys.size(), 2U);
}

TEST(VmdLayout, ATailCountThatLiesIsTrailingBytes) {  // SECT-03 (a)
  auto bytes = first(write_vmd(motion({bone("センター", 0)})), 54 + 111 + 4);
  append(bytes, "FF FF FF 7F 01 02 03 04 05 06 07");
  Diagnostics diagnostics;
  const auto vmd = read_vmd(bytes, diagnostics);
  ASSERT_TRUE(vmd);
  EXPECT_EQ(vmd->section_count, 2U);
  EXPECT_EQ(vmd->trailing.size(), 11U);
  EXPECT_EQ(ids(diagnostics), "vmd-trailing-bytes");
  EXPECT_EQ(diagnostics.items()[0].first, "byte 0xa9");
  EXPECT_EQ(write_vmd(*vmd), bytes);
}

TEST(VmdLayout, ABoneOrMorphCountThatLiesIsAnError) {  // SECT-03 (b), (c)
  struct Case {
    const char* name;
    std::string_view count;
    std::size_t records;
    const char* message;
  };
  constexpr Case kCases[] = {
      {"count bomb", "FF FF FF FF", 1,
       "bone key 1: byte 0xa5: file ends inside a record; a count of 4294967295 needs 476741369745 "
       "bytes, 111 are left"},
      {"one record short", "03 00 00 00", 2,
       "bone key 2: byte 0x114: file ends inside a record; a count of 3 needs 333 bytes, 222 are "
       "left"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    auto bytes = first(write_vmd(motion({})), 50);
    append(bytes, c.count);
    bytes.resize(bytes.size() + 111 * c.records);
    Diagnostics diagnostics;
    const auto vmd = read_vmd(bytes, diagnostics);
    ASSERT_FALSE(vmd);
    EXPECT_EQ(vmd.error().code, ErrorCode::kMalformed);
    EXPECT_EQ(vmd.error().message, c.message);
  }
  auto bytes = first(write_vmd(motion({})), 54);
  append(bytes, "02 00 00 00 82 A0");
  Diagnostics diagnostics;
  EXPECT_EQ(
      scan_vmd(bytes, diagnostics).error().message,
      "morph key 0: byte 0x3a: file ends inside a record; a count of 2 needs 46 bytes, 2 are left");
}

TEST(VmdLayout, ReadsEverySectionAtOnce) {  // SECT-04
  Vmd vmd = motion({}, {}, {test::property(0, true)});
  vmd.light_keys.push_back(test::light(0));
  vmd.shadow_keys.push_back(test::shadow(0));
  const auto bytes = write_vmd(vmd);
  Diagnostics diagnostics;
  const auto layout = scan_vmd(bytes, diagnostics);
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->section(VmdSectionId::kLight).count, 1U);
  EXPECT_EQ(layout->section(VmdSectionId::kShadow).count, 1U);
  EXPECT_EQ(layout->section(VmdSectionId::kProperty).count, 1U);
  EXPECT_EQ(layout->end, bytes.size());
}

TEST(VmdLayout, Version1HasAModelNameOfTenBytes) {  // SECT-05
  Vmd vmd = motion({bone("センター", 7)});
  vmd.version = VmdVersion::kV1;
  vmd.signature = name_field<kVmdSignatureBytes>("Vocaloid Motion Data file");
  auto bytes = write_vmd(vmd);
  EXPECT_EQ(bytes.size(), 40U + 4 + 111 + 5 * 4);
  Diagnostics diagnostics;
  const auto read = read_vmd(bytes, diagnostics);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->version, VmdVersion::kV1);
  EXPECT_EQ(read->bone_keys.at(0).frame, 7U);
  EXPECT_EQ(*read, vmd);
  // Later sections count only if all of them fit to the last byte.
  bytes.push_back(std::byte{1});
  const auto odd = read_vmd(bytes, diagnostics);
  ASSERT_TRUE(odd);
  EXPECT_EQ(odd->section_count, 2U);
  EXPECT_EQ(write_vmd(*odd), bytes);
}

TEST(VmdLayout, ASignatureEndsAtItsNul) {  // SECT-07
  auto bytes = write_vmd(motion({bone("センター", 0)}));
  const auto junk = bytes_of("4A 4B 4C 4D");
  std::copy(junk.begin(), junk.end(), bytes.begin() + 26);
  Diagnostics diagnostics;
  const auto vmd = read_vmd(bytes, diagnostics);
  ASSERT_TRUE(vmd);
  EXPECT_EQ(ids(diagnostics), "vmd-signature-padding");
  EXPECT_EQ(write_vmd(*vmd), bytes);
}

TEST(VmdLayout, UnknownVersionsAreReadAsVersion2WithAWarning) {
  for (const char* text : {"Vocaloid Motion Data", "Vocaloid Motion Data 0003"}) {
    Vmd vmd = motion({bone("センター", 3)});
    vmd.signature = name_field<kVmdSignatureBytes>(text);
    Diagnostics diagnostics;
    const auto read = read_vmd(write_vmd(vmd), diagnostics);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->bone_keys.at(0).frame, 3U);
    EXPECT_EQ(ids(diagnostics), "vmd-unknown-version");
  }
}

TEST(VmdLayout, AConvertersMarkAtTheEndIsTrailing) {  // SECT-06
  Vmd vmd = motion({bone("センター", 0)});
  vmd.trailing = bytes_of("4E 75 74 68 6F 75 73 65 30 31");
  Diagnostics diagnostics;
  EXPECT_EQ(*read_vmd(write_vmd(vmd), diagnostics), vmd);
  EXPECT_EQ(ids(diagnostics), "vmd-trailing-bytes");
}

// Old model motions may hold one camera record although they count none; then the light count,
// and in some the shadow count, and the end.
TEST(VmdLayout, FindsACameraRecordThatIsNotCounted) {
  for (const std::size_t sections : {4U, 5U, 6U}) {
    Vmd vmd = motion({bone("センター", 0)});
    VmdCameraKey key = test::camera(0xFFFFFFE7U, -35);  // frame -25, as such files have it
    vmd.uncounted_camera_keys.push_back(key);
    vmd.section_count = sections;
    const auto bytes = write_vmd(vmd);
    Diagnostics diagnostics;
    const auto read = read_vmd(bytes, diagnostics);
    ASSERT_TRUE(read) << sections;
    EXPECT_EQ(*read, vmd) << sections;
    EXPECT_EQ(ids(diagnostics), "vmd-uncounted-camera-key");
  }
}

TEST(VmdLayout, RefusesWhatIsNoMotion) {
  struct Case {
    std::string_view bytes;
    const char* message;
  };
  constexpr Case kCases[] = {
      {"", "this is an empty file, not a VMD motion"},
      {"PK\x03\x04", "this is a ZIP archive, not a VMD motion"},
      {"{}", "this is JSON text, not a VMD motion"},
      {"Polygon Movie maker 0002", "this is a PMM project of MikuMikuDance, not a VMD motion"},
      {"PMX ", "this is a PMX model, not a VMD motion"},
      {"whatever", "this is no VMD motion: no known file signature"},
  };
  for (const Case& c : kCases) {
    Diagnostics diagnostics;
    const auto layout = scan_vmd(std::as_bytes(std::span(c.bytes)), diagnostics);
    ASSERT_FALSE(layout);
    EXPECT_EQ(layout.error().code, ErrorCode::kUnsupported);
    EXPECT_EQ(layout.error().message, c.message);
  }
}

TEST(VmdLayout, AHeaderThatEndsEarlySaysWhere) {
  const auto bytes = write_vmd(motion({}));
  for (const std::size_t size : {20U, 30U, 53U}) {
    Diagnostics diagnostics;
    EXPECT_EQ(scan_vmd(first(bytes, size), diagnostics).error().message,
              fmt::format("header: byte {:#x}: file ends inside the header", size));
  }
}

// What is said of the version is how the file was read.
TEST(VmdLayout, OnlyTheTextOfVersion1MakesAVersion1) {
  for (const char* text : {"Vocaloid Motion Data file2", "Vocaloid Motion Data fil",
                           "Vocaloid Motion Data 0002x", "Vocaloid Motion Data"}) {
    Vmd vmd = motion({bone("センター", 3)});
    vmd.signature = name_field<kVmdSignatureBytes>(text);
    Diagnostics diagnostics;
    const auto layout = scan_vmd(write_vmd(vmd), diagnostics);
    ASSERT_TRUE(layout) << text << ": " << layout.error().message;
    EXPECT_EQ(layout->version, VmdVersion::kV2) << text;
    EXPECT_EQ(ids(diagnostics), "vmd-unknown-version") << text;
  }
}

}  // namespace
}  // namespace mmdkit
