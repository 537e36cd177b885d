#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/diagnostics.h"
#include "base/result.h"
#include "format/vmd.h"

namespace mmdkit {

/// Where one section lies in the file image.
struct VmdSectionSpan {
  bool present = false;     ///< The file holds at least the record count.
  std::uint32_t count = 0;  ///< Records.
  std::size_t begin = 0;    ///< Offset of the first record; the u32 count is in front of it.
  std::size_t end = 0;      ///< Offset behind the last record.
};

/// The skeleton of a VMD: what is where, without a copy of anything.
struct VmdLayout {
  std::span<const std::byte> bytes;  ///< The whole file; owned by the caller.
  VmdVersion version = VmdVersion::kV2;
  std::size_t header_bytes = 50;  ///< 50, version 1: 40.
  std::array<VmdSectionSpan, kVmdSectionCount> sections{};
  std::size_t uncounted_camera_bytes = 0;  ///< 61 if one record follows a camera count of 0.
  std::size_t end = 0;                     ///< Trailing bytes begin here.

  const VmdSectionSpan& section(VmdSectionId id) const {
    return sections[static_cast<std::size_t>(id)];
  }
  /// Records of `id` as bytes, without the count.
  std::span<const std::byte> records(VmdSectionId id) const {
    return bytes.subspan(section(id).begin, section(id).end - section(id).begin);
  }
};

/// Finds all sections of the VMD in `bytes`, which must outlive the result.
///
/// Every record that the layout names lies inside `bytes`; nothing is allocated. A file may end
/// after any section. Fails with `kMalformed`, naming record and offset, where the bone or the
/// morph section does not fit; a later section that does not fit ends the reading and the rest is
/// trailing. `kUnsupported` if `bytes` are no VMD. Odd structure is reported in `diagnostics`.
Result<VmdLayout> scan_vmd(std::span<const std::byte> bytes, Diagnostics& diagnostics);

}  // namespace mmdkit
