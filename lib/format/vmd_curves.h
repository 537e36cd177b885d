#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace mmdkit {

/// Timing curve of one channel over the segment that ends at its key: a cubic Bezier from (0, 0) to
/// (1, 1) with the handles (x1, y1) and (x2, y2) in 1/127. The default is linear.
struct CurveHandles {
  std::uint8_t x1 = 20, y1 = 20, x2 = 107, y2 = 107;

  constexpr bool is_linear() const { return x1 == y1 && x2 == y2; }
  friend bool operator==(const CurveHandles&, const CurveHandles&) = default;
};

/// What the 64 interpolation bytes of a bone key say.
struct BoneCurves {
  std::array<CurveHandles, 4> channels;  ///< Translation X, Y, Z, rotation.
  bool physics_on = true;                ///< False: the rigid body follows this key, not physics.

  friend bool operator==(const BoneCurves&, const BoneCurves&) = default;
};

/// Oddities met while decoding; they change nothing but the report.
struct CurveFindings {
  bool above_range = false;     ///< A handle above 127 was clamped.
  bool first_row_only = false;  ///< Rows 1 to 3 are zero; the first row was used for all.
};

/// Decodes by the diagonal (byte 16 c + {0, 4, 8, 12} for channel c), which old and new MMD and
/// all known readers share. Bytes 2 and 3 are the physics switch: off for 63 0F unless bytes 17
/// and 18 repeat it, which is the old layout without a switch. All zero is linear.
BoneCurves decode_bone_curves(std::span<const std::uint8_t, 64> block,
                              CurveFindings* findings = nullptr);

/// Encodes as MMD writes since 2013: shifted copies in rows 1 to 3, padding 0, physics switch in
/// bytes 2 and 3. Precondition: handles at most 127.
std::array<std::uint8_t, 64> encode_bone_curves(const BoneCurves& curves);

}  // namespace mmdkit
