#pragma once

#include <span>
#include <string_view>

namespace mmdkit {

/// A named group of bones of the standard and semi-standard skeleton.
struct BoneSet {
  std::string_view name;         ///< As in `set:arms`.
  std::string_view description;  ///< One line, English.
  std::string_view terms;        ///< In the selection language, without drops, files and sets.
};

/// All sets, in the order in which they are listed.
std::span<const BoneSet> bone_sets();

/// The set called `name`, or null.
const BoneSet* find_bone_set(std::string_view name);

/// What a layer moves if it names no bones: the set `upper-body`.
std::string_view default_layer_bones();

}  // namespace mmdkit
