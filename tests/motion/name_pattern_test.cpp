#include "motion/name_pattern.h"

#include <gtest/gtest.h>

#include "base/unicode.h"
#include "support/random_vmd.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

FileName stored(std::string bytes) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  const DecodedName decoded = codec->decode(bytes);
  return {std::move(bytes), decoded};
}

NameMatch match(std::string_view pattern, const FileName& name) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  const auto compiled = NamePattern::compile(pattern, *codec);
  EXPECT_TRUE(compiled) << pattern;
  return *compiled->match(name);
}

bool matches(std::string_view pattern, std::string_view name) {
  return match(pattern, stored(test::cp932(name))) != NameMatch::kNone;
}

TEST(NamePattern, MatchesWholeNames) {
  struct Case {
    const char* pattern;
    const char* name;
    bool matches;
  };
  constexpr Case kCases[] = {
      {"頭", "頭", true},
      {"頭", "頭２", false},
      {"左*", "左", true},
      {"左*", "左足", true},
      {"左*", "右左", false},
      {"*足*", "左足首", true},
      {"*足", "左足首", false},
      {"??", "左足", true},
      {"??", "左", false},
      {"?", "", false},
      {"*", "", true},
      {"*a*b*", "xaxbx", true},
      {"*a*b*", "xbxax", false},
      {"*aab", "aaaab", true},  // the star has to take back what it gave away
      {"a*b?d*", "aXbXbcd", true},
      {"左足IK", "左足ＩＫ", false},  // width is meaning
      {"ABC", "abc", false},
      {"\\*", "*", true},
      {"\\*", "x", false},
      {"\\?*", "?x", true},
      {"a\\", "a\\", true},  // nothing left to escape
      {"\\\\", "\\", true},
      {"\\re:x", "re:x", true},
      {"re:x", "axb", true},  // a regular expression looks anywhere
      {"re:^x$", "axb", false},
      {"re:^.$", "頭", true},  // characters, not bytes
      {"re:(?i)ik", "左足IK", true},
      {"re:^\\w+$", "センター", true},
      {"re:", "頭", true},
  };
  for (const Case& c : kCases)
    EXPECT_EQ(matches(c.pattern, c.name), c.matches) << c.pattern << " on " << c.name;
}

/// The same rules by recursion: a star takes nothing, or one character and stays.
bool slow_glob(const std::vector<char32_t>& pattern, std::size_t p,
               const std::vector<char32_t>& text, std::size_t t) {
  if (p == pattern.size()) return t == text.size();
  if (pattern[p] == U'*')
    return slow_glob(pattern, p + 1, text, t) ||
           (t < text.size() && slow_glob(pattern, p, text, t + 1));
  return t < text.size() && (pattern[p] == U'?' || pattern[p] == text[t]) &&
         slow_glob(pattern, p + 1, text, t + 1);
}

TEST(NamePattern, GlobsAgreeWithARecursiveMatcher) {
  test::Random random(53);
  constexpr std::array<const char*, 5> kParts = {"*", "?", "左", "足", "a"};
  int hits = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string pattern, text;
    for (std::uint32_t i = random.below(7); i > 0; --i) pattern += kParts[random.below(5)];
    for (std::uint32_t i = random.below(6); i > 0; --i) text += kParts[2 + random.below(3)];
    const bool expected = slow_glob(code_points(pattern), 0, code_points(text), 0);
    hits += expected ? 1 : 0;
    ASSERT_EQ(matches(pattern, text), expected)
        << "seed 53, round " << round << ": " << pattern << " on " << text;
  }
  EXPECT_GT(hits, 400);
}

TEST(NamePattern, ALiteralIsFoundByTheBytesThatAKeyKeeps) {
  const FileName cut = stored(test::cp932("左ひざ補助ボーン先").substr(0, kVmdNameBytes));
  EXPECT_EQ(match("左ひざ補助ボーン先", cut), NameMatch::kByCut);
  EXPECT_EQ(match("左ひざ補助ボーンＸ", cut), NameMatch::kByCut) << "the same 15 bytes";
  EXPECT_EQ(match("左ひざ補助ボー", cut), NameMatch::kNone) << "the decoded part is not the name";
  EXPECT_EQ(match("左ひざ補助ボー*", cut), NameMatch::kWhole) << "a glob sees the decoded part";
  // 15 bytes exactly: nothing is cut, and one more character makes it longer.
  EXPECT_EQ(match("左足首捻り補助1", stored(test::cp932("左足首捻り補助1"))), NameMatch::kWhole);
  EXPECT_EQ(match("左足首捻り補助12", stored(test::cp932("左足首捻り補助1"))), NameMatch::kByCut);
  EXPECT_EQ(match("左足首捻り補助1", stored(test::cp932("左足首捻り補助"))), NameMatch::kNone);
}

// Property keys have 20 bytes for a name; some tools fill 15, some all.
TEST(NamePattern, LongIkNamesMatchByTheirFirst15Bytes) {
  const std::string bytes = test::cp932("右つま先ＩＫ補助先２");  // 20 bytes
  ASSERT_EQ(bytes.size(), 20U);
  EXPECT_EQ(match("右つま先ＩＫ補助先２", stored(bytes)), NameMatch::kWhole);
  EXPECT_EQ(match("右つま先ＩＫ補助先２", stored(bytes.substr(0, 15))), NameMatch::kByCut);
  EXPECT_EQ(match("右つま先ＩＫ補助", stored(bytes)), NameMatch::kByCut) << "16 bytes, cut at 15";
  EXPECT_EQ(match("右つま先ＩＫ", stored(bytes)), NameMatch::kNone) << "a shorter name is another";
}

TEST(NamePattern, BytesThatDoNotDecodeAreNobodysLiteral) {
  const FileName bad = stored("\xFF\xFF");
  EXPECT_EQ(match("\uFFFD\uFFFD", bad), NameMatch::kNone) << "U+FFFD stands for any byte";
  EXPECT_EQ(match("??", bad), NameMatch::kWhole);
  EXPECT_EQ(match("*", bad), NameMatch::kWhole);
}

TEST(NamePattern, IsALiteralUnlessItHasAWildcardOrIsARegularExpression) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  for (const char* text : {"頭", "\\*", "a\\?b", "re", "\\re:x"})
    EXPECT_TRUE(NamePattern::compile(text, *codec)->is_literal()) << text;
  for (const char* text : {"*", "頭?", "\\**", "re:頭"})
    EXPECT_FALSE(NamePattern::compile(text, *codec)->is_literal()) << text;
}

TEST(NamePattern, SaysWhereARegularExpressionIsWrong) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  for (const char* text : {"re:(", "re:[", "re:*", "re:\\C", "re:(?<=a*)b"}) {
    const auto pattern = NamePattern::compile(text, *codec);
    ASSERT_FALSE(pattern) << text;
    EXPECT_EQ(pattern.error().code, ErrorCode::kUsage);
    EXPECT_NE(pattern.error().message.find("at byte"), std::string::npos);
  }
}

// A name with bytes beyond Unicode must not end the whole selection.
TEST(NamePattern, ARegularExpressionLooksAtEveryNameOfEveryEncoding) {
  test::Random random(59);
  for (const NameEncoding encoding :
       {NameEncoding::kCp932, NameEncoding::kUtf8, NameEncoding::kGbk}) {
    auto codec = NameCodec::open(encoding);
    const auto pattern = NamePattern::compile("re:^左", *codec);
    for (int round = 0; round < 3000; ++round) {
      std::string bytes(1 + random.below(15), '\0');
      for (char& byte : bytes) byte = static_cast<char>(1 + random.below(255));
      const auto result = pattern->match({bytes, codec->decode(bytes)});
      ASSERT_TRUE(result) << "seed 59, " << to_text(encoding) << ", round " << round << ": "
                          << result.error().message;
    }
  }
}

}  // namespace
}  // namespace mmdkit
