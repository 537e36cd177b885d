#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace mmdkit {
namespace {

TEST(ParallelFor, HandsOutEveryIndexOnce) {
  for (const unsigned threads : {0U, 1U, 2U, 7U, 64U})
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

// The first item waits until the last has thrown: whichever comes first, the smallest index counts.
TEST(ParallelFor, ThrowsTheExceptionOfTheSmallestIndexThatWasReached) {
  for (const unsigned threads : {2U, 7U}) {
    std::atomic<bool> last_has_thrown = false;
    try {
      parallel_for(threads, 2, [&](std::size_t i) {
        if (i == 1) {
          last_has_thrown = true;
          last_has_thrown.notify_all();
          throw std::out_of_range("item 1");
        }
        last_has_thrown.wait(false);
        throw std::runtime_error("item 0");
      });
      FAIL() << "nothing was thrown with " << threads << " threads";
    } catch (const std::exception& error) {
      EXPECT_STREQ(error.what(), "item 0") << threads << " threads";
    }
  }
}

// So many items that going through all of them takes seconds, while noticing takes microseconds.
TEST(ParallelFor, StopsHandingOutAfterAFailure) {
  constexpr std::size_t kItems = 50'000'000;
  for (const unsigned threads : {1U, 2U, 7U}) {
    std::atomic<std::size_t> calls = 0;
    const auto first_throws = [&](std::size_t i) {
      calls.fetch_add(1, std::memory_order_relaxed);
      if (i == 0) throw std::runtime_error("the first item");
    };
    EXPECT_THROW(parallel_for(threads, kItems, first_throws), std::runtime_error);
    EXPECT_LT(calls, kItems) << threads << " threads";
  }
}

TEST(ParallelFor, RunsInlineAndInOrderWithOneThread) {
  std::vector<std::size_t> order;
  const auto here = std::this_thread::get_id();
  parallel_for(1, 5, [&](std::size_t i) {
    EXPECT_EQ(std::this_thread::get_id(), here);
    order.push_back(i);
  });
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
  EXPECT_GE(hardware_threads(), 1U);
}

}  // namespace
}  // namespace mmdkit
