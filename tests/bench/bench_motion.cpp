#include "bench_motion.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cmath>

#include "base/math.h"
#include "format/vmd_curves.h"

namespace mmdkit::bench {

Vmd moving_motion(std::uint32_t bones, std::uint32_t last_frame, std::uint32_t step, double phase) {
  Vmd vmd = make_vmd("bench");
  BoneCurves curves;
  curves.channels = {{{20, 20, 107, 107}, {64, 0, 64, 127}, {10, 80, 30, 127}, {40, 5, 90, 120}}};
  const auto interpolation = encode_bone_curves(curves);
  for (std::uint32_t frame = 0; frame <= last_frame; frame += step)
    for (std::uint32_t bone = 0; bone < bones; ++bone) {
      const double t = 0.07 * frame + bone + phase;
      const DQuat q = glm::normalize(
          DQuat(1, 0.4 * std::sin(t), 0.5 * std::cos(1.3 * t), 0.3 * std::sin(0.7 * t + phase)));
      VmdBoneKey key;
      key.name = name_field<kVmdNameBytes>(fmt::format("bone{:03}", bone));
      key.frame = frame;
      key.translation = {static_cast<float>(std::sin(t)), static_cast<float>(std::cos(t)), 0.5F};
      key.rotation = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                      static_cast<float>(q.w)};
      key.interpolation = interpolation;
      vmd.bone_keys.push_back(key);
    }
  return vmd;
}

Vmd big_motion() {
  return moving_motion(200, 9990, 10, 0);
}

std::int64_t minor_faults() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

}  // namespace mmdkit::bench
