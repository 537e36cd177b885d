#include "format/name_field.h"

#include <gtest/gtest.h>

#include "base/name_codec.h"
#include "base/number_text.h"
#include "format/name_table.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

TEST(NameField, EndsAtTheFirstNul) {
  std::array<char, 6> field = {'a', 'b', '\0', 'c', '\xFD', '\0'};
  EXPECT_EQ(name_bytes(field), "ab");
  field = {'a', 'b', 'c', 'd', 'e', 'f'};
  EXPECT_EQ(name_bytes(field), "abcdef");
}

// The cuts that MMD makes at 15 bytes, some of them through a character.
TEST(NameField, CutsWhereMmdCuts) {
  struct Case {
    const char* name;
    const char* field;
    bool cuts_a_character;
  };
  constexpr Case kCases[] = {
      {"左足ＩＫ", "8d b6 91 ab 82 68 82 6a", false},
      {"腰キャンセル右", "8d 98 83 4c 83 83 83 93 83 5a 83 8b 89 45", false},
      {"左ひざ補助ボーン先", "8d b6 82 d0 82 b4 95 e2 8f 95 83 7b 81 5b 83", true},
      {"スカート前左_0_10", "83 58 83 4a 81 5b 83 67 91 4f 8d b6 5f 30 5f", false},
      {"abcdefghijklmnop", "61 62 63 64 65 66 67 68 69 6a 6b 6c 6d 6e 6f", false},
      {"ｶﾒﾗ・照明", "b6 d2 d7 81 45 8f c6 96 be", false},
  };
  auto codec = NameCodec::open(NameEncoding::kCp932);
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const auto field = name_field<kVmdNameBytes>(test::cp932(c.name));
    EXPECT_EQ(hex(name_bytes(field)), c.field);
    EXPECT_EQ(codec->decode(name_bytes(field)).cut, c.cuts_a_character);
  }
}

TEST(NameTable, NumbersDistinctBytesInOrder) {
  NameTable table;
  EXPECT_EQ(table.intern("a"), 0U);
  EXPECT_EQ(table.intern(""), 1U);
  EXPECT_EQ(table.intern("a"), 0U);
  EXPECT_EQ(table.bytes(1), "");
  EXPECT_EQ(table.size(), 2U);
}

TEST(NameTable, ShowsNamesThatDoNotDecodeWithTheirBytes) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  const auto shown = [&](const std::string& bytes) {
    return display({bytes, codec->decode(bytes)});
  };
  EXPECT_EQ(shown(test::cp932("センター")), "センター");
  EXPECT_EQ(shown("\x8D\xB6\x83"), "左… [8d b6 83]");
  EXPECT_EQ(shown("\xFFx"), "\uFFFDx [ff 78]");
  EXPECT_EQ(shown("a\x1b"), "a\\x1b");
}

}  // namespace
}  // namespace mmdkit
