#include "base/diagnostics.h"

#include <gtest/gtest.h>

#include <string>

namespace mmdkit {
namespace {

TEST(Diagnostics, CountsByIdAndKeepsTheFirstPlace) {
  Diagnostics diagnostics;
  diagnostics.add("odd", "key 3", "first text");
  diagnostics.add("even", "", "other");
  diagnostics.add("odd", "key 9", "second text");
  diagnostics.add_many("never", 0, "nowhere", "not at all");
  ASSERT_EQ(diagnostics.items().size(), 2U);
  EXPECT_EQ(diagnostics.items()[0].count, 2U);
  EXPECT_EQ(to_text(diagnostics.items()[0]), "odd: first text (2 times, first: key 3)");
  EXPECT_EQ(to_text(diagnostics.items()[1]), "even: other");
}

TEST(Diagnostics, AppendingKeepsWarningsOfTwoFilesApart) {
  Diagnostics first, all;
  first.add("odd", "key 3", "text");
  all.append(first, "a.vmd");
  all.append(first, "b.vmd");
  ASSERT_EQ(all.items().size(), 2U);
  EXPECT_EQ(to_text(all.items()[1]), "odd: text (b.vmd: key 3)");
}

TEST(Diagnostics, TellsCountAndPlaceOnlyIfThereIsSomethingToTell) {
  EXPECT_EQ(to_text({"id", 1, "", "text"}), "id: text");
  EXPECT_EQ(to_text({"id", 1, "here", "text"}), "id: text (here)");
  EXPECT_EQ(to_text({"id", 5, "", "text"}), "id: text (5 times)");
  EXPECT_EQ(to_text({"id", 5, "here", "text"}), "id: text (5 times, first: here)");
}

TEST(Diagnostics, ManyCountAsManySingleOnes) {
  Diagnostics one_by_one, at_once;
  for (int i = 0; i < 7; ++i) one_by_one.add("odd", "key " + std::to_string(i), "text");
  at_once.add_many("odd", 3, "key 0", "text");
  at_once.add_many("odd", 4, "key 3", "other");
  EXPECT_EQ(to_text(one_by_one.items().at(0)), to_text(at_once.items().at(0)));
}

TEST(Diagnostics, AppendingAddsTheFileInFrontOfThePlace) {
  Diagnostics source, all;
  source.add("placed", "key 3", "text");
  source.add("unplaced", "", "text");
  all.append(source, "a.vmd");
  all.append(source, "");
  ASSERT_EQ(all.items().size(), 4U);
  EXPECT_EQ(all.items()[0].first, "a.vmd: key 3");
  EXPECT_EQ(all.items()[1].first, "a.vmd");
  EXPECT_EQ(all.items()[2].first, "key 3");
  EXPECT_EQ(all.items()[3].first, "");
}

}  // namespace
}  // namespace mmdkit
