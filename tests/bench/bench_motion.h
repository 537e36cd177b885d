#pragma once

#include <cstdint>

#include "format/vmd.h"

namespace mmdkit::bench {

/// A motion whose bones all turn and move all the time: `bones` bones (`bone000` ...) with a key
/// every `step` frames up to `last_frame`, eased curves, values that differ by `phase`.
Vmd moving_motion(std::uint32_t bones, std::uint32_t last_frame, std::uint32_t step, double phase);

/// 200,000 bone keys, 22.2 MB as a file: the motion of the reading benchmarks.
Vmd big_motion();

/// Minor page faults of this process so far: first touches of fresh memory, which cost more than
/// parsing. A warm loop has next to none.
std::int64_t minor_faults();

}  // namespace mmdkit::bench
