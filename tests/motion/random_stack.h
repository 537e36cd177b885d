#pragma once

#include <fmt/format.h>

#include <string>

#include "motion/rotation.h"
#include "support/random_vmd.h"
#include "support/rotations.h"
#include "support/stack_builder.h"
#include "support/vmd_builder.h"

// Random stacks for the laws of layering. All times are multiples of 1/8 and all speeds powers of
// two, so that no rounding of time blurs a boundary.

namespace mmdkit::test {

inline constexpr std::array<const char*, 4> kStackBones = {"センター", "頭", "左腕", "右腕"};
inline constexpr std::array<const char*, 2> kStackMorphs = {"あ", "笑い"};

/// All rotations within 75 degrees of rest: there the geodesic mean has one minimum.
inline DQuat gentle_rotation(Random& random) {
  const DVec3 axis = rotation_log(random_rotation(random));
  const double length = glm::length(axis);
  return length == 0 ? kIdentity : rotation_exp(axis * (random.between(0, 1.3) / length));
}

/// A motion with some of the bones and morphs; frames ascending up to `last_frame`, some keys at
/// rest, curves and physics switches of all kinds, both signs of quaternions.
inline Vmd gentle_motion(Random& random, std::uint32_t last_frame) {
  Vmd vmd = make_vmd("gentle");
  const auto handle = [&] { return static_cast<std::uint8_t>(random.below(128)); };
  const auto frames = [&](const auto& add) {
    for (std::uint32_t frame = random.below(last_frame / 2 + 1); frame <= last_frame;
         frame += 1 + random.below(12))
      add(frame);
  };
  for (const char* name : kStackBones) {
    if (random.chance(0.25)) continue;
    frames([&](std::uint32_t frame) {
      const double sign = random.chance(0.5) ? 1.0 : -1.0;
      const DQuat q = gentle_rotation(random) * sign;
      const auto c = [&] { return static_cast<float>(random.between(-20, 20)); };
      VmdBoneKey key = bone(name, frame, {c(), c(), c()},
                            {static_cast<float>(q.x), static_cast<float>(q.y),
                             static_cast<float>(q.z), static_cast<float>(q.w)});
      if (random.chance(0.1)) key = bone(name, frame);
      BoneCurves curves;
      for (CurveHandles& each : curves.channels)
        if (random.chance(0.6)) each = {handle(), handle(), handle(), handle()};
      curves.physics_on = random.chance(0.6);
      key.interpolation = encode_bone_curves(curves);
      vmd.bone_keys.push_back(key);
    });
  }
  for (const char* name : kStackMorphs)
    if (random.chance(0.8))
      frames([&](std::uint32_t frame) {
        vmd.morph_keys.push_back(morph(name, frame, static_cast<float>(random.between(-1, 2))));
      });
  return vmd;
}

/// Options behind the file name of a layer, of every kind.
inline std::string random_options(Random& random, std::uint32_t last_frame) {
  const auto eighths = [&](double low, double high) {
    return std::floor(random.between(low, high) * 8) / 8;
  };
  std::string text;
  if (random.chance(0.25)) {
    const double points[] = {eighths(-9, 9),         random.between(0, 1), eighths(10, 20),
                             random.between(0, 1.4), eighths(25, 50),      random.between(0, 1)};
    text += fmt::format(",weight=[{}:{},{}:{},{}:{}]", points[0], points[1], points[2], points[3],
                        points[4], points[5]);
  } else {
    text += fmt::format(",weight={}", random.between(0.05, 1.4));
  }
  if (random.chance(0.3)) text += fmt::format(",offset={}", eighths(-20, 20));
  if (random.chance(0.3)) {
    const std::uint32_t range_first = random.below(last_frame / 3);
    text += fmt::format(",range={}:{}", range_first, last_frame / 3 + random.below(last_frame));
  }
  if (random.chance(0.3)) text += fmt::format(",speed={}", 0.25 * (1U << random.below(4)));
  const bool forever = random.chance(0.15);
  if (forever) text += ",loop=forever";
  if (!forever && random.chance(0.2)) text += fmt::format(",loop={}", 1 + random.below(3));
  if (random.chance(0.2)) text += fmt::format(",fade-in={}", eighths(1, 20));
  if (!forever && random.chance(0.2)) text += fmt::format(",fade-out={}", eighths(1, 20));
  if (random.chance(0.2)) {
    text += ",mode=additive";
    if (random.chance(0.5)) text += fmt::format(",reference={}", eighths(0, last_frame));
  }
  if (random.chance(0.2)) text += ",bones=[頭,センター]";
  if (random.chance(0.2)) text += ",morphs=あ";
  return text;
}

struct RandomStack {
  StackBuilder builder;
  std::string description;  ///< For messages.
};

inline RandomStack random_stack(Random& random, FrameRange frames) {
  RandomStack made{StackBuilder(frames), ""};
  const auto mode = static_cast<BlendMode>(random.below(4));
  made.builder.mode(mode);
  made.description = std::string(to_text(mode));
  if (random.chance(0.7)) {
    made.builder.base(gentle_motion(random, 40));
    made.description += " base";
  }
  for (std::uint32_t i = 1 + random.below(4); i > 0; --i) {
    const std::string options = random_options(random, 40);
    made.builder.layer(gentle_motion(random, 40), options);
    made.description += " | " + options;
  }
  return made;
}

}  // namespace mmdkit::test
