#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "format/vmd_reader.h"
#include "format/vmd_writer.h"
#include "support/vmd_builder.h"
#include "support/vmd_fixtures.h"

// Files of every kind, whole, cut and changed. Every input has a buffer of exactly its size, so
// that a sanitizer sees a byte too many.

namespace mmdkit {
namespace {

std::string findings(const std::vector<std::byte>& bytes) {
  Diagnostics diagnostics;
  if (!scan_vmd(bytes, diagnostics)) return "error";
  std::string ids;
  for (const Diagnostic& each : diagnostics.items()) ids += (ids.empty() ? "" : " ") + each.id;
  return ids;
}

/// The number behind `byte 0x` in `message`, or -1.
long named_offset(const std::string& message) {
  constexpr std::string_view kMark = "byte 0x";
  const auto at = message.find(kMark);
  if (at == std::string::npos) return -1;
  long offset = -1;
  std::from_chars(message.data() + at + kMark.size(), message.data() + message.size(), offset, 16);
  return offset;
}

/// Either a motion that writes back to exactly `bytes`, or an error that says what or where.
void expect_motion_or_error(const std::vector<std::byte>& bytes) {
  Diagnostics diagnostics;
  const auto vmd = read_vmd(bytes, diagnostics);
  if (vmd) {
    ASSERT_EQ(write_vmd(*vmd), bytes);
    return;
  }
  const Error& error = vmd.error();
  constexpr std::size_t kSignatureText = 20;
  if (bytes.size() < kSignatureText || !test::text_of(bytes).starts_with("Vocaloid Motion Data")) {
    ASSERT_EQ(error.code, ErrorCode::kUnsupported) << error.message;
    return;
  }
  ASSERT_EQ(error.code, ErrorCode::kMalformed) << error.message;
  ASSERT_GE(named_offset(error.message), 0) << error.message;
  ASSERT_LE(named_offset(error.message), static_cast<long>(bytes.size())) << error.message;
}

TEST(VmdFixtures, GiveTheFindingsThatTheirKindCallsFor) {
  for (const test::VmdFixture& fixture : test::vmd_fixtures()) {
    SCOPED_TRACE(fixture.name);
    EXPECT_EQ(findings(fixture.bytes), fixture.findings);
    expect_motion_or_error(fixture.bytes);
  }
}

TEST(VmdFixtures, SurviveEveryTruncation) {
  for (const test::VmdFixture& fixture : test::vmd_fixtures())
    for (std::size_t size = 0; size < fixture.bytes.size(); ++size) {
      SCOPED_TRACE(fixture.name + ", prefix of " + std::to_string(size));
      expect_motion_or_error(test::exact_copy(std::span(fixture.bytes).first(size)));
      if (testing::Test::HasFatalFailure()) return;
    }
}

// Every byte in turn becomes 0, 1, 127 and 255: counts explode, names lose their end, frames and
// switches turn odd.
TEST(VmdFixtures, SurviveEveryChangedByte) {
  for (const test::VmdFixture& fixture : test::vmd_fixtures())
    for (std::size_t at = 0; at < fixture.bytes.size(); ++at)
      for (const int value : {0x00, 0x01, 0x7F, 0xFF}) {
        auto bytes = test::exact_copy(fixture.bytes);
        bytes[at] = static_cast<std::byte>(value);
        SCOPED_TRACE(fixture.name + ", byte " + std::to_string(at) + " = " + std::to_string(value));
        expect_motion_or_error(bytes);
        if (testing::Test::HasFatalFailure()) return;
      }
}

// A count never makes more memory than the file can fill: the largest count with nothing behind it.
TEST(VmdFixtures, CountsThatLieCostNothing) {
  const auto empty = write_vmd(make_vmd(""));
  for (std::size_t section = 0; section < kVmdSectionCount; ++section) {
    auto bytes = empty;
    std::fill_n(bytes.begin() + 50 + 4 * static_cast<std::ptrdiff_t>(section), 4, std::byte{0xFF});
    Diagnostics diagnostics;
    const auto layout = scan_vmd(bytes, diagnostics);
    ASSERT_EQ(layout.has_value(), section >= 2) << "only bones and morphs must fit";
    if (!layout) continue;
    for (const VmdSectionSpan& each : layout->sections) EXPECT_EQ(each.count, 0U);
    EXPECT_EQ(layout->end, 50 + 4 * section) << "the count itself is trailing";
    EXPECT_EQ(read_vmd(*layout).trailing.size(), 4 * (kVmdSectionCount - section));
  }
}

// The product of count and record size passes 2^32: it must not wrap to something that fits.
TEST(VmdFixtures, CountsWhoseProductWouldWrapAreRefused) {
  struct Case {
    std::size_t section;
    std::uint64_t record;
  };
  for (const Case& c : {Case{0, 111}, Case{1, 23}, Case{2, 61}, Case{3, 28}, Case{4, 9}}) {
    const auto count =
        static_cast<std::uint32_t>(((std::uint64_t{1} << 32) + c.record - 1) / c.record);
    auto bytes = write_vmd(make_vmd(""));
    std::memcpy(bytes.data() + 50 + 4 * c.section, &count, sizeof count);
    bytes.resize(bytes.size() + 200);
    const std::string found = findings(bytes);
    EXPECT_EQ(found, c.section < 2 ? "error" : "vmd-trailing-bytes") << "section " << c.section;
  }
}

}  // namespace
}  // namespace mmdkit
