#include "base/unicode.h"

#include <gtest/gtest.h>

namespace mmdkit {
namespace {

TEST(Unicode, ComposesWhatMacOsTakesApart) {
  EXPECT_EQ(normalize_nfc("か\u3099"), "が");
  EXPECT_EQ(normalize_nfc("\xFF"), "\xFF") << "no UTF-8 comes back as it is";
}

TEST(Unicode, FoldsWidthAndCaseForHints) {
  EXPECT_EQ(fold_width("左足ＩＫ"), fold_width("左足ik"));
  EXPECT_EQ(fold_width("ｾﾝﾀｰ"), fold_width("センター"));
  EXPECT_NE(fold_width("右腕捩"), fold_width("右腕捻"));
}

TEST(Unicode, MeasuresWhatATerminalShows) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("センター"), 8U);
  EXPECT_EQ(display_width("ｾﾝﾀｰ"), 4U);
  EXPECT_EQ(display_width("が"), 2U);
  EXPECT_EQ(display_width("か\u3099"), 2U) << "a combining mark takes no column";
}

TEST(Unicode, PrintsControlCharactersAndBadBytesAsEscapes) {
  EXPECT_EQ(printable("a\nb\x1b[31m"), "a\\x0ab\\x1b[31m");
  EXPECT_EQ(printable("\xFFセ"), "\\xffセ");
}

TEST(Unicode, KnowsUtf8) {
  EXPECT_TRUE(is_utf8("センター"));
  for (const char* bad : {"\x83\x5A", "\xE3\x82", "\xC0\x80", "\xED\xA0\x80"})
    EXPECT_FALSE(is_utf8(bad));
  EXPECT_EQ(utf8(U'セ'), "セ");
  EXPECT_EQ(code_points("aセ").size(), 2U);
}

TEST(Unicode, NormalisingTwiceIsNormalisingOnce) {
  for (const char* text :
       {"か\u3099き\u309A", "\u212B", "e\u0301\u0323", "センター", "\uFA19", ""}) {
    const std::string once = normalize_nfc(text);
    EXPECT_EQ(normalize_nfc(once), once) << text;
    EXPECT_EQ(fold_width(fold_width(text)), fold_width(text)) << text;
    EXPECT_EQ(fold_width(once), fold_width(text)) << "folding sees through spelling";
  }
  EXPECT_EQ(normalize_nfc("ＩＫ"), "ＩＫ") << "width is meaning: 左足ＩＫ is not 左足IK";
  EXPECT_EQ(fold_width("\xE3\x82"), "\xE3\x82");
}

TEST(Unicode, CodePointsAreTheInverseOfUtf8) {
  for (const char32_t point : {U'a', U'\u00E9', U'セ', U'\uFFFD', U'\U0001F600', U'\U0010FFFF'}) {
    const std::string text = utf8(point);
    EXPECT_EQ(code_points(text), std::vector<char32_t>{point});
    EXPECT_TRUE(is_utf8(text));
    for (std::size_t size = 1; size < text.size(); ++size)
      EXPECT_FALSE(is_utf8(text.substr(0, size))) << "cut after " << size;
  }
  EXPECT_EQ(code_points("\xE3\x82x"), (std::vector<char32_t>{0xFFFD, 0xFFFD, U'x'}));
  EXPECT_FALSE(is_utf8("\xF4\x90\x80\x80")) << "above U+10FFFF";
}

// Whatever a file holds, the terminal gets no control character, and plain text stays as it is.
TEST(Unicode, PrintsNoControlCharacterWhateverTheBytes) {
  for (int first = 0; first < 256; ++first)
    for (int second = 0; second < 256; ++second) {
      const std::string bytes = {static_cast<char>(first), static_cast<char>(second)};
      const std::string safe = printable(bytes);
      ASSERT_TRUE(is_utf8(safe));
      for (const char32_t point : code_points(safe))
        ASSERT_TRUE(point >= 0x20 && (point < 0x7F || point >= 0xA0)) << first << " " << second;
    }
  EXPECT_EQ(printable("左足ＩＫ é"), "左足ＩＫ é");
  EXPECT_EQ(printable("\u0085"), "\\xc2\\x85");
  EXPECT_EQ(display_width("\u200B"), 0U);
  EXPECT_EQ(display_width("😀"), 2U);
}

}  // namespace
}  // namespace mmdkit
