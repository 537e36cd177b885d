#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "format/vmd.h"
#include "motion/sample.h"

namespace mmdkit {

/// The bone key that stores `pose` at `frame` for the bone of that name (bytes, at most 15),
/// linear. `near` is the key before it or null: of q and -q the one closer to it is taken.
VmdBoneKey make_bone_key(std::string_view name, std::uint32_t frame, const BonePose& pose,
                         const VmdBoneKey* near);

VmdMorphKey make_morph_key(std::string_view name, std::uint32_t frame, double weight);

/// True if both say the same but for the frame.
bool same_value(const VmdBoneKey& a, const VmdBoneKey& b);
bool same_value(const VmdMorphKey& a, const VmdMorphKey& b);

/// Receives the key of every frame in turn and keeps those that are needed: stretches of equal keys
/// are reduced to their ends.
template <class Key>
class StretchReducer {
 public:
  explicit StretchReducer(std::vector<Key>& out) : out_(out) {}

  /// `key.frame` must be above that of the last key.
  void push(const Key& key) {
    const bool in_stretch = !out_.empty() && same_value(out_.back(), key);
    if (in_stretch && stretch_) {
      out_.back().frame = key.frame;
    } else {
      out_.push_back(key);
    }
    stretch_ = in_stretch;
  }

 private:
  std::vector<Key>& out_;
  bool stretch_ = false;  ///< The last key already equals the one before it.
};

}  // namespace mmdkit
