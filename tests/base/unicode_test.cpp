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

}  // namespace
}  // namespace mmdkit
