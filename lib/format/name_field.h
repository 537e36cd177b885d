#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace mmdkit {

/// Bytes that MMD keeps of a bone or morph name in a motion. Longer names are cut there, even in
/// the middle of a character.
inline constexpr std::size_t kVmdNameBytes = 15;

/// Bytes of the IK bone names in property keys and of the model name (version 2).
inline constexpr std::size_t kVmdLongNameBytes = 20;

/// The name in a fixed-size field: the bytes before the first NUL, or all. What follows the NUL is
/// padding of any content (old MMD fills with FD) and never compared.
template <std::size_t N>
std::string_view name_bytes(const std::array<char, N>& field) {
  const auto end = std::find(field.begin(), field.end(), '\0');
  return {field.data(), static_cast<std::size_t>(end - field.begin())};
}

/// A field with the first N bytes of `name`, filled with NUL.
template <std::size_t N>
std::array<char, N> name_field(std::string_view name) {
  std::array<char, N> field{};
  std::copy_n(name.begin(), std::min(N, name.size()), field.begin());
  return field;
}

}  // namespace mmdkit
