#pragma once

#include <cstddef>
#include <functional>

namespace mmdkit {

/// Threads that the machine runs at once, at least 1.
unsigned hardware_threads();

/// Calls `body(i)` for every i in 0..count-1 on up to `threads` threads (0 counts as 1) and waits.
///
/// Every i is handed out once, in no fixed order; with one thread it runs inline, ascending. `body`
/// must write only to what belongs to its own i. If calls throw, the exception of the smallest i
/// that was reached is thrown again here.
void parallel_for(unsigned threads, std::size_t count,
                  const std::function<void(std::size_t)>& body);

}  // namespace mmdkit
