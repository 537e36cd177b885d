#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mmdkit {

/// `text` as a whole as a number, with a point whatever the locale. Empty for anything else:
/// blanks, a trailing letter, `nan`, `inf`, out of range.
std::optional<double> parse_double(std::string_view text);

/// `text` as a whole as a decimal number 0..4294967295, without sign.
std::optional<std::uint32_t> parse_u32(std::string_view text);

/// Bytes as `83 5a 83`.
std::string hex(std::string_view bytes);

}  // namespace mmdkit
