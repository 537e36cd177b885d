#include "motion/selection.h"

#include <gtest/gtest.h>

#include "support/temporary_folder.h"
#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

/// Distinct names of a file, given as text (stored in CP932).
std::vector<FileName> names(std::initializer_list<std::string_view> texts,
                            NameEncoding encoding = NameEncoding::kCp932) {
  auto codec = NameCodec::open(encoding);
  std::vector<FileName> all;
  for (const std::string_view text : texts) {
    const std::string bytes = test::cp932(text).substr(0, kVmdNameBytes);
    all.push_back({bytes, codec->decode(bytes)});
  }
  return all;
}

Result<SelectedNames> select(std::string_view text, const std::vector<FileName>& all,
                             NameEncoding encoding = NameEncoding::kCp932) {
  auto codec = NameCodec::open(encoding);
  const auto terms = selection_terms(text);
  if (!terms) return fail(terms.error());
  const auto selection = Selection::compile(*terms, *codec);
  if (!selection) return fail(selection.error());
  return selection->apply(all);
}

/// The selected names, joined by blanks; or the error.
std::string selected(std::string_view text, const std::vector<FileName>& all) {
  const auto result = select(text, all);
  if (!result) return "error: " + result.error().message;
  std::string joined;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (result->selected[i] != 0) joined += (joined.empty() ? "" : " ") + all[i].decoded.text;
  return joined;
}

const std::vector<FileName> kBody =
    names({"センター", "上半身", "首", "頭", "左腕", "右腕", "左足ＩＫ", "a,b", "*", "!x"});

TEST(Selection, ReadsItsLanguage) {
  struct Case {
    const char* text;
    const char* expected;
  };
  constexpr Case kCases[] = {
      {"*", "センター 上半身 首 頭 左腕 右腕 左足ＩＫ a,b * !x"},
      {"頭", "頭"},
      {"頭,センター", "センター 頭"},
      {"左*", "左腕 左足ＩＫ"},
      {"?腕", "左腕 右腕"},
      {"*半*", "上半身"},
      {"**頭**", "頭"},
      {"?", "首 頭 *"},
      // the last that matches wins
      {"左*,!左足ＩＫ", "左腕"},
      {"!左*,左腕", "センター 上半身 首 頭 左腕 右腕 a,b * !x"},
      {"*,!*,頭", "頭"},
      // escapes
      {"a\\,b", "a,b"},
      {"\\*", "*"},
      {"\\!x", "!x"},
      {"!\\!x,!\\*,!a*", "センター 上半身 首 頭 左腕 右腕 左足ＩＫ"},
      // regular expressions take the rest of the list
      {"re:^[左右]腕$", "左腕 右腕"},
      {"頭,re:a,b|首", "首 頭 a,b"},
      {"*,!re:半|腕", "センター 首 頭 左足ＩＫ a,b * !x"},
      {"re:.{4}", "センター 左足ＩＫ"},
      // sets
      {"set:head", "首 頭"},
      {"set:upper-body,!set:head", "上半身 左腕 右腕"},
      {"set:ik", "左足ＩＫ"},
      {"!set:ik,!set:arms", "センター 上半身 首 頭 a,b * !x"},
      {"\\set:head", ""},
  };
  for (const Case& c : kCases) EXPECT_EQ(selected(c.text, kBody), c.expected) << c.text;
}

TEST(Selection, RefusesWhatItCannotRead) {
  struct Case {
    const char* text;
    const char* message;
  };
  constexpr Case kCases[] = {
      {"", "the selection is empty; '*' selects all"},
      {"頭,,首", "empty term in the selection '頭,,首'"},
      {"頭,", "empty term in the selection '頭,'"},
      {"!", "empty term '!' in the selection"},
      {"set:torso",
       "unknown bone set 'torso'; known: upper-body lower-body arms legs fingers head eyes ik"},
      {"under:上半身", "'under:上半身' needs a model to know what is under a bone"},
      {"re:(", "regular expression '(': at byte 1: missing closing parenthesis"},
      {"\xFF", "a name in the selection is not UTF-8"},
  };
  for (const Case& c : kCases) {
    const auto result = select(c.text, kBody);
    ASSERT_FALSE(result) << c.text;
    EXPECT_EQ(result.error().code, ErrorCode::kUsage) << c.text;
    EXPECT_EQ(result.error().message, c.message);
  }
}

TEST(Selection, ARegularExpressionCannotRunForEver) {
  const auto result = select("re:(a+)+$", names({"aaaaaaaaaaaaaab"}));
  EXPECT_TRUE(result) << "within the limits for a name of 15 bytes";
}

TEST(Selection, ReadsListsFromFiles) {
  const test::TemporaryFolder folder;
  const auto write = [&](std::string_view text) {
    return folder.write("list", std::as_bytes(std::span(text)));
  };
  const std::string list = write("\xEF\xBB\xBF# arms\r\n左腕\r\n\r\na,b\n!右腕");
  EXPECT_EQ(selected("@" + list, kBody), "左腕 a,b") << "a line is one term, commas included";
  EXPECT_EQ(selected("*,!@" + list, kBody), "センター 上半身 首 頭 右腕 左足ＩＫ * !x");
  EXPECT_EQ(selected("@" + folder.file("none"), kBody),
            "error: " + folder.file("none") + ": cannot open: No such file or directory");
  write("@other");
  EXPECT_EQ(select("@" + list, kBody).error().code, ErrorCode::kMalformed);
  write("# nothing\n");
  EXPECT_EQ(selected("@" + list, kBody), "error: " + list + ": no names in this list");
  write("頭\n\x83\x5A");
  EXPECT_EQ(selected("@" + list, kBody), "error: " + list + ": line 2: not UTF-8");
}

TEST(Selection, LiteralsMatchByTheBytesThatAFileKeeps) {
  const auto cut = names({"ロングスカート前１", "左ひざ補助ボーン先", "スカート"});
  auto result = select("左ひざ補助ボーン先", cut);
  EXPECT_EQ(result->selected, (std::vector<std::uint8_t>{0, 1, 0}));
  EXPECT_TRUE(result->uses[0].by_cut);
  // Both long names end up as the same 15 bytes.
  EXPECT_EQ(select("ロングスカート前２", cut)->selected, (std::vector<std::uint8_t>{1, 0, 0}));
  EXPECT_FALSE(select("スカート", cut)->uses[0].by_cut);
  Diagnostics diagnostics;
  report_selection(*result, "--bones", diagnostics);
  EXPECT_EQ(to_text(diagnostics.items().at(0)),
            "selection-cut-name: longer than the file stores, matched by the first 15 bytes: "
            "左ひざ補助ボーン先 (--bones)");
}

TEST(Selection, MatchesComposedAndDecomposedSpellings) {
  const auto all = names({"左ひざ"});
  EXPECT_EQ(select("左ひさ\u3099", all)->selected[0], 1);
  EXPECT_EQ(select("左ひ?", all)->selected[0], 1);
  EXPECT_EQ(select("*さ\u3099", all)->selected[0], 1);
  EXPECT_EQ(select("Å", names({"\u212B"}))->selected[0], 1) << "U+00C5 for the U+212B of the table";
}

TEST(Selection, AQuestionMarkInANameIsNoDecodeError) {  // NAME-02
  EXPECT_EQ(selected("前髪\\?", names({"前髪?", "前髪１"})), "前髪?");
  EXPECT_EQ(selected("前髪?", names({"前髪?", "前髪１"})), "前髪? 前髪１");
}

TEST(Selection, HintsAtWhatMayHaveBeenMeant) {  // NAME-03, NAME-06
  const auto hint = [](std::string_view term, const std::vector<FileName>& all) {
    return select(term, all)->uses[0].hint;
  };
  EXPECT_EQ(hint("左足IK", kBody), "did you mean 左足ＩＫ?");
  EXPECT_EQ(hint("ｾﾝﾀｰ", kBody), "did you mean センター?");
  EXPECT_EQ(hint("右腕捻", kBody), "");
  EXPECT_EQ(hint("😀", kBody), "cp932 cannot write this name");
  auto codec = NameCodec::open(NameEncoding::kCp932);
  const std::string utf8 = "センター", gbk = "\xC8\xAB\xA4\xC6\xA4\xCE\xD3\x48";
  const std::vector<FileName> foreign = {{utf8, codec->decode(utf8)}, {gbk, codec->decode(gbk)}};
  EXPECT_EQ(hint("センター", foreign), "stored as utf8; give --name-encoding utf8");
  EXPECT_EQ(hint("全ての親", foreign), "stored as gbk; give --name-encoding gbk");
  EXPECT_EQ(select("センター", foreign, NameEncoding::kUtf8)->selected[0], 1);
  EXPECT_EQ(select("全ての親", foreign, NameEncoding::kGbk)->selected[1], 1);
}

TEST(Selection, ReportsTermsWithoutAMatchAndAnEmptyResult) {
  Diagnostics diagnostics;
  report_selection(*select("左足IK,set:eyes,no*", kBody), "--bones", diagnostics);
  ASSERT_EQ(diagnostics.items().size(), 2U);
  EXPECT_EQ(diagnostics.items()[0].count, 3U);
  EXPECT_EQ(diagnostics.items()[0].message,
            "nothing in the file matches 左足IK (did you mean 左足ＩＫ?), set:eyes, no*");
  EXPECT_EQ(diagnostics.items()[1].id, "selection-empty");
  Diagnostics none;
  report_selection(*select("*,set:arms", {}), "--bones", none);
  EXPECT_TRUE(none.empty()) << "a pattern over a file without names";
  report_selection(*select("頭", {}), "--bones", none);
  EXPECT_EQ(none.items().size(), 1U) << "a name that was asked for";
}

}  // namespace
}  // namespace mmdkit
