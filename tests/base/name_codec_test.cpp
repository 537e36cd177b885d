#include "base/name_codec.h"

#include <gtest/gtest.h>

#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

std::string raw(std::string_view hexadecimal) {
  return std::string(test::text_of(test::bytes_of(hexadecimal)));
}

NameCodec cp932() {
  return *NameCodec::open(NameEncoding::kCp932);
}

struct Pair {
  const char* text;
  const char* bytes;
};

// Both ways. Sources: the tables of code page 932 as Windows has it.
TEST(NameCodec, RoundTripsTheNamesOfTheField) {
  constexpr Pair kPairs[] = {
      {"センター", "83 5A 83 93 83 5E 81 5B"},
      {"左足ＩＫ", "8D B6 91 AB 82 68 82 6A"},
      {"左足IK", "8D B6 91 AB 49 4B"},
      {"ｳｨﾝｸ２右", "B3 A8 DD B8 82 51 89 45"},
      {"腰キャンセル右", "8D 98 83 4C 83 83 83 93 83 5A 83 8B 89 45"},
      {"ソ表ポー", "83 5C 95 5C 83 7C 81 5B"},
      {"前髪?", "91 4F 94 AF 3F"},
      {"～－∥―", "81 60 81 7C 81 61 81 5C"},
      {"①ⅰ", "87 40 FA 40"},
      {"\\~", "5C 7E"},
      {"\uE000", "F0 40"},
      {"裙", "E5 E3"},
  };
  NameCodec codec = cp932();
  for (const Pair& pair : kPairs) {
    SCOPED_TRACE(pair.text);
    EXPECT_EQ(codec.encode(pair.text), raw(pair.bytes));
    const DecodedName name = codec.decode(raw(pair.bytes));
    EXPECT_EQ(name.text, pair.text);
    EXPECT_FALSE(name.cut || name.malformed);
  }
}

TEST(NameCodec, EncodesLookAlikesOfOtherTablesToo) {
  constexpr Pair kPairs[] = {
      {"\u301C", "81 60"}, {"\u2212", "81 7C"}, {"\u2016", "81 61"},
      {"\u2014", "81 5C"}, {"\u00A5", "5C"},    {"\u00A2", "81 91"},
      {"\u00A3", "81 92"}, {"\u00AC", "81 CA"}, {"か\u3099", "82 AA"},
  };
  NameCodec codec = cp932();
  for (const Pair& pair : kPairs) EXPECT_EQ(codec.encode(pair.text), raw(pair.bytes)) << pair.bytes;
}

TEST(NameCodec, PrefersTheIbmCopiesAsWindowsDoes) {
  NameCodec codec = cp932();
  EXPECT_EQ(codec.decode(raw("ED 40")).text, "\u7E8A");
  EXPECT_EQ(codec.encode("\u7E8A"), raw("FA 5C"));
}

TEST(NameCodec, SaysWhatHasNoForm) {
  NameCodec codec = cp932();
  EXPECT_EQ(codec.encode("\U0001F600"), std::nullopt);
  EXPECT_EQ(codec.encode("가"), std::nullopt);
}

TEST(NameCodec, DecodesACutNameUpToTheCut) {
  NameCodec codec = cp932();
  const DecodedName name = codec.decode(raw("8D B6 82 D0 82 B4 95 E2 8F 95 83 7B 81 5B 83"));
  EXPECT_EQ(name.text, "左ひざ補助ボー");
  EXPECT_TRUE(name.cut);
  EXPECT_FALSE(name.malformed);
}

TEST(NameCodec, ReplacesBytesThatAreNoCharacter) {
  NameCodec codec = cp932();
  for (const char* bad : {"80", "A0", "FD", "FE", "FF"}) {
    const DecodedName name = codec.decode(raw(bad) + "x");
    EXPECT_TRUE(name.malformed) << bad;
    EXPECT_EQ(name.text, "\uFFFDx") << bad;
  }
}

TEST(NameCodec, ReadsOtherEncodingsWhenTold) {
  auto utf8 = NameCodec::open(NameEncoding::kUtf8);
  EXPECT_EQ(utf8->decode(raw("E3 82 BB E3 83 B3 E3 82 BF E3 83 BC")).text, "センター");
  EXPECT_TRUE(utf8->decode(raw("E3 82 BB E3 83")).cut);
  auto gbk = NameCodec::open(NameEncoding::kGbk);
  EXPECT_EQ(gbk->decode(raw("C8 AB A4 C6 A4 CE D3 48")).text, "全ての親");
  EXPECT_EQ(gbk->encode("全ての親"), raw("C8 AB A4 C6 A4 CE D3 48"));
}

// Every byte string of up to two bytes gives valid text and ends; decoding is a partial inverse.
TEST(NameCodec, DecodesEveryPairOfBytes) {
  NameCodec codec = cp932();
  int clean = 0;
  for (int first = 1; first < 256; ++first)
    for (int second = 1; second < 256; ++second) {
      const std::string bytes = {static_cast<char>(first), static_cast<char>(second)};
      const DecodedName name = codec.decode(bytes);
      ASSERT_TRUE(codec.encode(name.text).has_value() || name.malformed);
      if (!name.malformed && !name.cut) ++clean;
    }
  // 9604 double-byte characters and all pairs of the 190 single-byte ones (1..7F, A1..DF).
  EXPECT_EQ(clean, 9604 + 190 * 190);
}

TEST(NameCodec, KnowsItsEncodingsByName) {
  EXPECT_EQ(parse_name_encoding("gbk"), NameEncoding::kGbk);
  EXPECT_EQ(parse_name_encoding("sjis").error().code, ErrorCode::kUsage);
}

}  // namespace
}  // namespace mmdkit
