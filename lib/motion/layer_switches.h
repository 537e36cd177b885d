#pragma once

#include <vector>

#include "format/vmd.h"
#include "motion/layers.h"

namespace mmdkit {

/// Visibility and IK switches of the whole stack over its output frames.
///
/// Off and hidden win from an override layer while its weight is at least 0.5, if it has property
/// keys (for IK: keys of a bone that it selects); else the base decides; else on and visible. Where
/// one source decides alone its records stay as they are; else there is a key wherever a state
/// changes, which names every IK bone. Empty if no source has property keys.
std::vector<VmdPropertyKey> bake_switches(const LoadedStack& stack);

}  // namespace mmdkit
