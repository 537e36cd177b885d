#include "motion/sample.h"

#include <algorithm>
#include <span>

#include "motion/rotation.h"

namespace mmdkit {
namespace {

/// The keys around a time.
struct Segment {
  std::size_t from = 0;  ///< Latest key at or before the frame; the first key before all keys.
  bool inside = false;   ///< There is a next key and the frame is not before the first.
  double time = 0;       ///< Progress from `from` to `from + 1`, 0 <= time < 1.
};

double number(std::uint32_t frame) {
  return static_cast<double>(frame);
}

Segment segment_at(std::span<const std::uint32_t> frames, double frame, std::size_t& hint) {
  const auto starts_at = [&](std::size_t i) { return number(frames[i]) <= frame; };
  if (!starts_at(0)) return {};
  const std::size_t last = frames.size() - 1;
  const auto holds = [&](std::size_t i) {
    return i <= last && starts_at(i) && (i == last || !starts_at(i + 1));
  };
  if (!holds(hint)) {
    if (holds(hint + 1)) {
      ++hint;
    } else {
      const auto next = std::ranges::upper_bound(frames, frame, {}, number);
      hint = static_cast<std::size_t>(next - frames.begin()) - 1;
    }
  }
  if (hint == last) return {hint, false, 0};
  const double length = number(frames[hint + 1]) - number(frames[hint]);
  return {hint, true, (frame - number(frames[hint])) / length};
}

// Unit within float precision, which is left as it is: a sample at a key is the key, to the bit.
DQuat to_double(const Quat& q) {
  return DQuat(q);
}

}  // namespace

BonePose sample(const BoneTrack& track, double frame, CurveSolver solver, std::size_t& hint) {
  const Segment segment = segment_at(track.frames, frame, hint);
  BonePose pose;
  pose.translation = DVec3(track.translations[segment.from]);
  pose.rotation = to_double(track.rotations[segment.from]);
  pose.physics_on = track.curves[segment.from].physics_on;
  if (!segment.inside || (segment.time == 0 && solver == CurveSolver::kExact)) return pose;

  const std::size_t to = segment.from + 1;
  const auto& channels = track.curves[to].channels;
  const auto ratio = [&](std::size_t c) { return curve_ratio(channels[c], segment.time, solver); };
  const DVec3 target(track.translations[to]);
  for (int axis = 0; axis < 3; ++axis)
    if (target[axis] != pose.translation[axis])
      pose.translation[axis] +=
          (target[axis] - pose.translation[axis]) * ratio(static_cast<std::size_t>(axis));
  if (track.rotations[to] != track.rotations[segment.from])
    pose.rotation = slerp(pose.rotation, to_double(track.rotations[to]), ratio(3));
  return pose;
}

double sample(const MorphTrack& track, double frame, std::size_t& hint) {
  const Segment segment = segment_at(track.frames, frame, hint);
  const double from = double(track.weights[segment.from]);
  if (!segment.inside || segment.time == 0) return from;
  return from + (double(track.weights[segment.from + 1]) - from) * segment.time;
}

bool visible_at(const PropertyTrack& track, double frame) {
  std::size_t hint = 0;
  return track.visible[segment_at(track.frames, frame, hint).from] != 0;
}

bool ik_enabled_at(const PropertyTrack& track, const IkTrack& ik, double frame) {
  // Before the first property key its state holds, whether or not it names this bone.
  frame = std::max(frame, number(track.frames.front()));
  if (frame < ik.frames.front()) return true;
  std::size_t hint = 0;
  return ik.enabled[segment_at(ik.frames, frame, hint).from] != 0;
}

}  // namespace mmdkit
