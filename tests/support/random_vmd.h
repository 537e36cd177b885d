#pragma once

#include <cstdint>
#include <random>

#include "format/vmd.h"

namespace mmdkit::test {

/// Random numbers that are the same on every machine: the engine is fixed by the standard, and no
/// distribution of the library, which is not, is used. Draw into variables, never twice among the
/// arguments of one call: their order is up to the compiler.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}

  /// 0 <= result < limit.
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(engine_() % limit); }
  /// low <= result < high.
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_()) / 4294967296.0);
  }
  bool chance(double probability) { return between(0, 1) < probability; }

  /// A unit quaternion x, y, z, w; every direction occurs, and both signs.
  std::array<float, 4> rotation();

 private:
  std::mt19937 engine_;
};

/// A motion of any shape that the format allows: few names, many duplicates, all sections, garbage
/// behind NULs, odd curves, sometimes version 1, missing sections or trailing bytes.
Vmd random_vmd(Random& random);

/// A motion that makes sense: some bones and morphs, ascending frames up to `last_frame`, unit
/// rotations, valid curves, IK keys.
Vmd random_motion(Random& random, std::uint32_t last_frame);

}  // namespace mmdkit::test
