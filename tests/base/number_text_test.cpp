#include "base/number_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string_view>

namespace mmdkit {
namespace {

TEST(NumberText, ReadsWholeNumbersAndNothingElse) {
  EXPECT_EQ(parse_u32("0"), 0U);
  EXPECT_EQ(parse_u32("4294967295"), 4294967295U);
  for (const char* bad : {"", " 1", "1 ", "+1", "-1", "1.0", "4294967296", "0x10", "1e3"})
    EXPECT_FALSE(parse_u32(bad)) << bad;
}

TEST(NumberText, ReadsFiniteNumbersWithAPoint) {
  EXPECT_EQ(parse_double("0.5"), 0.5);
  EXPECT_EQ(parse_double("-3"), -3.0);
  EXPECT_EQ(parse_double("1e3"), 1000.0);
  for (const char* bad : {"", "0,5", "nan", "inf", "1e999", "1x", " 1"})
    EXPECT_FALSE(parse_double(bad)) << bad;
}

TEST(NumberText, WritesBytesAsHexadecimal) {
  EXPECT_EQ(hex("\x83\x5A\x01"), "83 5a 01");
}

TEST(NumberText, KeepsEveryDigitThatADoubleHas) {
  EXPECT_EQ(parse_double("0.1"), 0.1);
  EXPECT_EQ(parse_double("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(parse_double("-0"), 0.0);
  EXPECT_TRUE(std::signbit(*parse_double("-0")));
  for (const char* bad : {"-", "+1", "0x10", "1e", "--1", "1.2.3", "-inf", "infinity", "1 "})
    EXPECT_FALSE(parse_double(bad)) << bad;
  using std::string_view_literals::operator""sv;
  EXPECT_FALSE(parse_double("1\0"sv)) << "a NUL is no end";
  EXPECT_FALSE(parse_u32("1\0"sv));
}

TEST(NumberText, WritesAllBytesWithTwoDigits) {
  using std::string_view_literals::operator""sv;
  EXPECT_EQ(hex(""), "");
  EXPECT_EQ(hex("\0\x7F\xFF"sv), "00 7f ff");
}

}  // namespace
}  // namespace mmdkit
