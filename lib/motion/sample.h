#pragma once

#include <cstddef>

#include "base/math.h"
#include "motion/curve.h"
#include "motion/motion.h"

// Values of a track at any time. `frame` is in frames, fractions included; a track holds its first
// value before its first key and its last value behind its last.
//
// `hint` remembers the segment of the last call on the same track, so that walking through a clip
// costs no search. It changes speed only; start with 0.

namespace mmdkit {

/// Pose of one bone relative to rest, bone-local.
struct BonePose {
  DVec3 translation{0, 0, 0};
  DQuat rotation = kIdentity;
  bool physics_on = true;  ///< Switch of the latest key at or before the frame.
};

BonePose sample(const BoneTrack& track, double frame, CurveSolver solver, std::size_t& hint);

double sample(const MorphTrack& track, double frame, std::size_t& hint);

/// State at `frame`. Precondition: the track has keys.
bool visible_at(const PropertyTrack& track, double frame);
/// `ik` must be one of `track.ik`.
bool ik_enabled_at(const PropertyTrack& track, const IkTrack& ik, double frame);

}  // namespace mmdkit
