#include "format/vmd_curves.h"

#include <algorithm>
#include <cassert>

namespace mmdkit {
namespace {

constexpr std::uint8_t kMaxHandle = 127;
constexpr std::array<std::uint8_t, 2> kPhysicsOff = {0x63, 0x0F};

bool all_zero(std::span<const std::uint8_t> bytes) {
  return std::ranges::all_of(bytes, [](std::uint8_t byte) { return byte == 0; });
}

std::uint8_t clamped(std::uint8_t value, CurveFindings* findings) {
  if (value <= kMaxHandle) return value;
  if (findings != nullptr) findings->above_range = true;
  return kMaxHandle;
}

}  // namespace

BoneCurves decode_bone_curves(std::span<const std::uint8_t, 64> block, CurveFindings* findings) {
  BoneCurves curves;
  const std::array<std::uint8_t, 2> marks = {block[2], block[3]};
  const bool repeated = block[17] == marks[0] && block[18] == marks[1];
  curves.physics_on = marks != kPhysicsOff || repeated;
  // What the shifted rows would repeat: all of the first row but byte 0 and the switch.
  const bool nothing_to_repeat = block[1] == 0 && all_zero(block.subspan<4, 12>());
  const std::span<const std::uint8_t> row = block.first(16);
  if (!nothing_to_repeat && all_zero(block.last(48))) {
    // A tool that wrote the first row alone. Where its bytes 2 and 3 are a switch value, the x1 of
    // Z and of rotation are lost, and the default stands in.
    if (findings != nullptr) findings->first_row_only = true;
    const bool is_switch = marks == kPhysicsOff || marks == std::array<std::uint8_t, 2>{0, 0};
    for (std::size_t c = 0; c < 4; ++c) {
      const bool lost = is_switch && c >= 2;
      curves.channels[c] = {lost ? std::uint8_t{20} : clamped(row[c], findings),
                            clamped(row[4 + c], findings), clamped(row[8 + c], findings),
                            clamped(row[12 + c], findings)};
    }
    return curves;
  }
  for (std::size_t c = 0; c < 4; ++c) {
    const auto diagonal = block.subspan(16 * c, 16);
    curves.channels[c] = {clamped(diagonal[0], findings), clamped(diagonal[4], findings),
                          clamped(diagonal[8], findings), clamped(diagonal[12], findings)};
  }
  return curves;
}

std::array<std::uint8_t, 64> encode_bone_curves(const BoneCurves& curves) {
  std::array<std::uint8_t, 16> row{};
  for (std::size_t c = 0; c < 4; ++c) {
    const CurveHandles& handles = curves.channels[c];
    assert(std::max({handles.x1, handles.y1, handles.x2, handles.y2}) <= kMaxHandle);
    row[c] = handles.x1;
    row[4 + c] = handles.y1;
    row[8 + c] = handles.x2;
    row[12 + c] = handles.y2;
  }
  std::array<std::uint8_t, 64> block{};
  for (std::size_t r = 0; r < 4; ++r)
    std::copy(row.begin() + static_cast<std::ptrdiff_t>(r), row.end(),
              block.begin() + static_cast<std::ptrdiff_t>(16 * r));
  block[2] = curves.physics_on ? std::uint8_t{0} : kPhysicsOff[0];
  block[3] = curves.physics_on ? std::uint8_t{0} : kPhysicsOff[1];
  return block;
}

}  // namespace mmdkit
