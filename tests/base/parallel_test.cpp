#include "base/parallel.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace mmdkit {
namespace {

TEST(ParallelFor, HandsOutEveryIndexOnce) {
  for (const unsigned threads : {0U, 1U, 2U, 7U})
    for (const std::size_t count : {0U, 1U, 3U, 1000U}) {
      std::vector<int> calls(count);
      parallel_for(threads, count, [&](std::size_t i) { ++calls[i]; });
      EXPECT_EQ(calls, std::vector<int>(count, 1)) << threads << " threads, " << count << " items";
    }
}

TEST(ParallelFor, PassesAnExceptionOn) {
  for (const unsigned threads : {1U, 4U})
    EXPECT_THROW(parallel_for(threads, 100,
                              [](std::size_t i) {
                                if (i == 50) throw std::runtime_error("item 50");
                              }),
                 std::runtime_error);
}

}  // namespace
}  // namespace mmdkit
