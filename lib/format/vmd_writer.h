#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "format/vmd.h"

namespace mmdkit {

/// The file image of `vmd`. Precondition: keys only in the first `section_count` sections, and each
/// section below 2^32 keys.
std::vector<std::byte> write_vmd(const Vmd& vmd);

/// The records of `keys` alone, without their count.
std::vector<std::byte> write_property_records(std::span<const VmdPropertyKey> keys);

}  // namespace mmdkit
