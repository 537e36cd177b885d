#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace mmdkit {

unsigned hardware_threads() {
  return std::max(1U, std::thread::hardware_concurrency());
}

void parallel_for(unsigned threads, std::size_t count,
                  const std::function<void(std::size_t)>& body) {
  const std::size_t workers = std::min<std::size_t>(std::max(1U, threads), count);
  if (workers <= 1) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  std::size_t failed_at = count;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        body(i);
      } catch (...) {
        const std::scoped_lock lock(mutex);
        if (i < failed_at) {
          failed_at = i;
          failure = std::current_exception();
        }
        next = count;  // nobody starts another item
        return;
      }
    }
  };
  {
    std::vector<std::jthread> pool;
    for (std::size_t i = 1; i < workers; ++i) pool.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace mmdkit
