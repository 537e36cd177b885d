#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace mmdkit {

/// SHA-256 as 64 lower-case hexadecimal digits.
std::string sha256_hex(std::span<const std::byte> bytes);

/// Version 5 UUID (RFC 4122, 4.3) of `name` in the standard URL namespace, in lower case.
std::string uuid_v5_url(std::string_view name);

}  // namespace mmdkit
