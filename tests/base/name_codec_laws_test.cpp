#include <gtest/gtest.h>

#include "base/name_codec.h"
#include "base/unicode.h"
#include "support/random_vmd.h"
#include "support/vmd_builder.h"

// What holds for all bytes, and where tables of other systems differ from code page 932.

namespace mmdkit {
namespace {

std::string raw(std::string_view hexadecimal) {
  return std::string(test::text_of(test::bytes_of(hexadecimal)));
}

TEST(NameCodec, DecodesAsWindowsDoesWhereTablesDiffer) {
  struct Row {
    const char* bytes;
    const char* text;
  };
  constexpr Row kRows[] = {
      {"5C", "\\"},        {"7E", "~"},         {"81 5C", "\u2015"}, {"81 5F", "\uFF3C"},
      {"81 60", "\uFF5E"}, {"81 61", "\u2225"}, {"81 7C", "\uFF0D"}, {"81 8F", "\uFFE5"},
      {"81 91", "\uFFE0"}, {"81 92", "\uFFE1"}, {"81 CA", "\uFFE2"}, {"FA 55", "\uFFE4"},
      {"87 40", "\u2460"}, {"87 54", "\u2160"}, {"FA 40", "\u2170"}, {"F0 40", "\uE000"},
      {"F9 FC", "\uE757"}, {"A1", "\uFF61"},    {"DF", "\uFF9F"},
  };
  auto codec = NameCodec::open(NameEncoding::kCp932);
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.bytes);
    EXPECT_EQ(codec->decode(raw(row.bytes)).text, row.text);
    EXPECT_EQ(codec->encode(row.text), raw(row.bytes));
  }
}

// Characters that the code page has twice or three times: JIS X 0208 first, then row 13 of NEC,
// then the IBM copies, and never those that NEC selected.
TEST(NameCodec, WritesTheCopyThatWindowsPrefers) {
  struct Row {
    const char* stored;
    const char* written;
  };
  constexpr Row kRows[] = {
      {"87 90", "81 E0"}, {"EE F9", "81 CA"}, {"FA 54", "81 CA"},
      {"FA 5B", "81 E6"}, {"FA 4A", "87 54"}, {"FA 58", "87 8A"},
      {"EE EF", "FA 40"}, {"ED 40", "FA 5C"}, {"EE EC", "FC 4B"},
  };
  auto codec = NameCodec::open(NameEncoding::kCp932);
  for (const Row& row : kRows)
    EXPECT_EQ(codec->encode(codec->decode(raw(row.stored)).text), raw(row.written)) << row.stored;
}

TEST(NameCodec, OnlyTheCopiesChangeWhenWrittenAgain) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  int characters = 0, changed = 0;
  for (int lead = 0x81; lead <= 0xFC; ++lead) {
    if (lead > 0x9F && lead < 0xE0) continue;  // single bytes
    for (int trail = 0x40; trail <= 0xFC; ++trail) {
      const std::string bytes = {static_cast<char>(lead), static_cast<char>(trail)};
      const DecodedName name = codec->decode(bytes);
      if (name.malformed || name.cut) continue;
      ++characters;
      const auto written = codec->encode(name.text);
      ASSERT_TRUE(written) << lead << " " << trail;
      ASSERT_EQ(codec->decode(*written).text, name.text) << lead << " " << trail;
      const auto first = static_cast<unsigned char>(written->front());
      ASSERT_TRUE(first != 0xED && first != 0xEE) << "a copy that NEC selected";
      if (*written == bytes) continue;
      ++changed;
      ASSERT_TRUE(lead == 0x81 || lead == 0x87 || lead >= 0xED) << "no ordinary row changes";
    }
  }
  EXPECT_EQ(characters, 9604);
  EXPECT_EQ(changed, 398) << "9604 minus the distinct characters among them";
}

// `text` goes into JSON, terminals and regular expressions, all of which take UTF-8 only.
TEST(NameCodec, DecodedTextIsAlwaysUtf8) {
  test::Random random(31);
  for (const NameEncoding encoding :
       {NameEncoding::kCp932, NameEncoding::kUtf8, NameEncoding::kGbk}) {
    auto codec = NameCodec::open(encoding);
    for (int round = 0; round < 20000; ++round) {
      std::string bytes(1 + random.below(15), '\0');
      for (char& byte : bytes) byte = static_cast<char>(1 + random.below(255));
      const DecodedName name = codec->decode(bytes);
      ASSERT_TRUE(is_utf8(name.text))
          << "seed 31, " << to_text(encoding) << ", round " << round << ": " << printable(bytes);
    }
  }
}

// UTF-8 ends at U+10FFFF and has no surrogates, no long forms and no code points of five bytes.
TEST(NameCodec, Utf8NamesBeyondUnicodeAreMalformed) {
  auto codec = NameCodec::open(NameEncoding::kUtf8);
  for (const char* bad : {"F4 90 80 80", "F7 BF BF BF", "F8 88 80 80 80", "FC 84 80 80 80 80",
                          "ED A0 80", "C0 80", "E0 80 80", "F5 80 80 80"}) {
    const DecodedName name = codec->decode(raw(bad));
    EXPECT_TRUE(name.malformed) << bad;
    EXPECT_TRUE(is_utf8(name.text)) << bad;
  }
  const DecodedName last = codec->decode(raw("F4 8F BF BF"));
  EXPECT_EQ(last.text, "\U0010FFFF");
  EXPECT_FALSE(last.malformed);
}

// What one name left behind must not reach into the next.
TEST(NameCodec, ForgetsEveryNameBeforeTheNext) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  EXPECT_TRUE(codec->decode(raw("8D B6 83")).cut);
  EXPECT_EQ(codec->decode(raw("5A")).text, "Z") << "83 5A would be one character";
  EXPECT_EQ(codec->encode("\U0001F600"), std::nullopt);
  EXPECT_EQ(codec->encode("頭"), raw("93 AA"));
  NameCodec moved = std::move(*codec);
  EXPECT_EQ(moved.decode(raw("93 AA")).text, "頭");
}

TEST(NameCodec, AnEmptyNameIsAName) {
  for (const NameEncoding encoding :
       {NameEncoding::kCp932, NameEncoding::kUtf8, NameEncoding::kGbk}) {
    auto codec = NameCodec::open(encoding);
    EXPECT_EQ(codec->encode(""), "");
    const DecodedName name = codec->decode("");
    EXPECT_TRUE(name.text.empty() && !name.cut && !name.malformed);
    EXPECT_EQ(parse_name_encoding(to_text(encoding)), encoding);
  }
}

}  // namespace
}  // namespace mmdkit
