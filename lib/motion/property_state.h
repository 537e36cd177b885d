#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "format/vmd.h"

namespace mmdkit {

/// A key at `frame` that sets the state which `keys`, in file order, have there: the last key at or
/// before `frame` (the first of all, if none is), moved, with the switches of IK bones that only
/// earlier keys name behind its own. Of keys on one frame the last in the file counts. Nothing
/// without keys.
std::optional<VmdPropertyKey> property_state_at(std::span<const VmdPropertyKey> keys,
                                                std::uint32_t frame);

}  // namespace mmdkit
