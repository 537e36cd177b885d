#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "format/vmd.h"
#include "format/vmd_layout.h"

namespace mmdkit {

/// Reads a whole VMD. `write_vmd` of the result gives back `bytes`.
///
/// Fails as `scan_vmd` does. Values are not looked at: a NaN, a frame of 0xFFFFFFFF or a name of
/// no encoding is read like any other (`check_vmd` reports them). Memory is at most about four
/// times the file.
Result<Vmd> read_vmd(std::span<const std::byte> bytes, Diagnostics& diagnostics);

/// The same from a layout that is known already. Cannot fail.
Vmd read_vmd(const VmdLayout& layout);

/// The property keys alone. Cannot fail.
std::vector<VmdPropertyKey> read_property_keys(const VmdLayout& layout);

}  // namespace mmdkit
