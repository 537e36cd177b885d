#include "base/diagnostics.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace mmdkit
