#include "motion/keys.h"

#include <algorithm>
#include <cassert>

namespace mmdkit {

VmdBoneKey make_bone_key(std::string_view name, std::uint32_t frame, const BonePose& pose,
                         const VmdBoneKey* near) {
  assert(name.size() <= kVmdNameBytes);
  VmdBoneKey key;
  key.name = name_field<kVmdNameBytes>(name);
  key.frame = frame;
  // Adding 0 turns -0 into 0: equal values have equal bytes.
  for (int axis = 0; axis < 3; ++axis)
    key.translation[static_cast<std::size_t>(axis)] =
        static_cast<float>(pose.translation[axis]) + 0.0F;
  DQuat q = pose.rotation;
  if (near != nullptr) {
    const auto& r = near->rotation;
    const double dot =
        q.x * double(r[0]) + q.y * double(r[1]) + q.z * double(r[2]) + q.w * double(r[3]);
    if (dot < 0) q = -q;
  } else if (q.w < 0) {
    q = -q;
  }
  key.rotation = {static_cast<float>(q.x) + 0.0F, static_cast<float>(q.y) + 0.0F,
                  static_cast<float>(q.z) + 0.0F, static_cast<float>(q.w) + 0.0F};
  BoneCurves curves;
  curves.physics_on = pose.physics_on;
  key.interpolation = encode_bone_curves(curves);
  return key;
}

VmdMorphKey make_morph_key(std::string_view name, std::uint32_t frame, double weight) {
  assert(name.size() <= kVmdNameBytes);
  VmdMorphKey key;
  key.name = name_field<kVmdNameBytes>(name);
  key.frame = frame;
  key.weight = static_cast<float>(weight) + 0.0F;
  return key;
}

bool same_value(const VmdBoneKey& a, const VmdBoneKey& b) {
  return a.translation == b.translation && a.rotation == b.rotation &&
         a.interpolation == b.interpolation;
}

bool same_value(const VmdMorphKey& a, const VmdMorphKey& b) {
  return a.weight == b.weight;
}

}  // namespace mmdkit
