#include <gtest/gtest.h>

#include "motion/selection.h"
#include "support/temporary_folder.h"

// How a selection falls into terms, and what list files may hold.

namespace mmdkit {
namespace {

using Terms = std::vector<std::string>;

std::string list_of(const test::TemporaryFolder& folder, std::string_view text) {
  return folder.write("list", std::as_bytes(std::span(text)));
}

TEST(SelectionTerms, SplitAtCommasThatNothingEscapes) {
  struct Case {
    const char* text;
    Terms terms;
  };
  const Case cases[] = {
      {"頭", {"頭"}},
      {"頭,首", {"頭", "首"}},
      {" 頭 , 首 ", {" 頭 ", " 首 "}},  // blanks occur in names
      {"a\\,b", {"a\\,b"}},
      {"a\\\\,b", {"a\\\\", "b"}},  // the backslash is escaped, the comma is not
      {"a\\", {"a\\"}},
      {"re:a,b", {"re:a,b"}},
      {"頭,re:a,b,!c", {"頭", "re:a,b,!c"}},
      {"頭,!re:a,b", {"頭", "!re:a,b"}},
      {"xre:a,b", {"xre:a", "b"}},
      {"\\re:a,b", {"\\re:a", "b"}},
      {"re:a\\,b", {"re:a\\,b"}},  // as it is, for the regular expression
      {"\\@頭", {"\\@頭"}},
      {"!set:ik,*", {"!set:ik", "*"}},
  };
  for (const Case& c : cases) EXPECT_EQ(*selection_terms(c.text), c.terms) << c.text;
}

TEST(SelectionTerms, RefuseEmptyOnes) {
  for (const char* text : {"", ",", "頭,", ",頭", "頭,,首"}) {
    const auto terms = selection_terms(text);
    ASSERT_FALSE(terms) << text;
    EXPECT_EQ(terms.error().code, ErrorCode::kUsage);
  }
}

TEST(SelectionTerms, AListStandsWhereItIsNamed) {
  const test::TemporaryFolder folder;
  const std::string list = list_of(folder, "左腕\n!右腕\nre:a,b\n");
  EXPECT_EQ(*selection_terms("頭,@" + list + ",首"),
            (Terms{"頭", "左腕", "!右腕", "re:a,b", "首"}));
  EXPECT_EQ(*selection_terms("!@" + list), (Terms{"!左腕", "右腕", "!re:a,b"}));
}

TEST(SelectionTerms, ListsOfEveryEditorReadAlike) {
  const test::TemporaryFolder folder;
  const Terms expected = {"左腕", "a,b", " 頭 "};
  for (const char* text : {"左腕\na,b\n 頭 ", "左腕\na,b\n 頭 \n", "左腕\r\na,b\r\n 頭 \r\n",
                           "\xEF\xBB\xBF左腕\n\n\na,b\n# note\n#\n 頭 \n\n"})
    EXPECT_EQ(*selection_terms("@" + list_of(folder, text)), expected) << text;
  EXPECT_EQ(*selection_terms("@" + list_of(folder, "\\#1\n")), Terms{"\\#1"}) << "a name with #";
}

TEST(SelectionTerms, ListsNameTheLineThatIsWrong) {
  const test::TemporaryFolder folder;
  struct Case {
    const char* text;
    const char* message;
  };
  constexpr Case kCases[] = {
      {"頭\n@other\n", "line 2: a list of names cannot name another list"},
      {"# note\n\n!@other", "line 3: a list of names cannot name another list"},
      {"頭\n首\n\x83\x5A\n", "line 3: not UTF-8"},
      {"\n# only notes\n", "no names in this list"},
      {"", "no names in this list"},
      {"\xEF\xBB\xBF", "no names in this list"},
  };
  for (const Case& c : kCases) {
    const std::string list = list_of(folder, c.text);
    const auto terms = selection_terms("@" + list);
    ASSERT_FALSE(terms) << c.text;
    EXPECT_EQ(terms.error().code, ErrorCode::kMalformed);
    EXPECT_EQ(terms.error().message, list + ": " + c.message);
  }
}

TEST(SelectionTerms, AListThatCannotBeReadIsAnErrorOfTheSystem) {
  const test::TemporaryFolder folder;
  for (const std::string& path : {folder.file("none"), folder.path().string()}) {
    EXPECT_EQ(selection_terms("@" + path).error().code, ErrorCode::kIo) << path;
    EXPECT_EQ(selection_terms("頭,!@" + path).error().code, ErrorCode::kIo) << path;
  }
}

}  // namespace
}  // namespace mmdkit
