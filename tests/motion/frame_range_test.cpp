#include "motion/frame_range.h"

#include <gtest/gtest.h>

namespace mmdkit {
namespace {

TEST(FrameRange, IncludesBothEnds) {
  const FrameRange range = *parse_frame_range("3:5");
  EXPECT_FALSE(range.contains(2));
  EXPECT_TRUE(range.contains(3));
  EXPECT_TRUE(range.contains(5));
  EXPECT_FALSE(range.contains(6));
  EXPECT_EQ(*parse_frame_range("7:7"), (FrameRange{7, 7}));
}

TEST(FrameRange, MayBeOpen) {
  EXPECT_EQ(*parse_frame_range(":5"), (FrameRange{0, 5}));
  EXPECT_EQ(*parse_frame_range("5:"), (FrameRange{5, 4294967295U}));
}

TEST(FrameRange, RefusesEverythingElse) {
  for (const char* bad : {"", ":", "5", "a:b", "1:2:3", "-1:5", "5:4", "1.5:2", " 1:2"}) {
    const auto range = parse_frame_range(bad);
    ASSERT_FALSE(range) << bad;
    EXPECT_EQ(range.error().code, ErrorCode::kUsage) << bad;
  }
}

}  // namespace
}  // namespace mmdkit
