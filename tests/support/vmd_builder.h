#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/vmd.h"
#include "format/vmd_curves.h"

// Builders of motions for tests: names in UTF-8, angles in degrees, the rest as stored.

namespace mmdkit::test {

/// `text` in CP932. The text must have a form there.
std::string cp932(std::string_view text);

/// Quaternion x, y, z, w of a turn about one axis (0 = X, 1 = Y, 2 = Z).
std::array<float, 4> turn(int axis, double degrees);

/// A block whose four channels have the same handles, as MMD writes it today.
std::array<std::uint8_t, 64> block(CurveHandles handles, bool physics_on = true);

VmdBoneKey bone(std::string_view name, std::uint32_t frame, std::array<float, 3> translation = {},
                std::array<float, 4> rotation = {0, 0, 0, 1}, CurveHandles handles = {});
VmdMorphKey morph(std::string_view name, std::uint32_t frame, float weight);
VmdCameraKey camera(std::uint32_t frame, float distance = -45);
VmdLightKey light(std::uint32_t frame);
VmdShadowKey shadow(std::uint32_t frame);

struct IkSwitch {
  std::string_view name;
  bool enabled;
};
VmdPropertyKey property(std::uint32_t frame, bool visible, std::vector<IkSwitch> ik = {});

/// A version 2 motion with these keys.
Vmd motion(std::vector<VmdBoneKey> bones, std::vector<VmdMorphKey> morphs = {},
           std::vector<VmdPropertyKey> properties = {});

/// Bytes written as in a table: `bytes_of("83 5A 83")`.
std::vector<std::byte> bytes_of(std::string_view hexadecimal);

/// A copy in a buffer of exactly that size, so that a sanitizer sees one byte too many.
std::vector<std::byte> exact_copy(std::span<const std::byte> bytes);

std::string_view text_of(std::span<const std::byte> bytes);

}  // namespace mmdkit::test
