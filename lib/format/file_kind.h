#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace mmdkit {

/// What a file is, told by its first bytes; its name plays no part.
enum class FileKind : std::uint8_t {
  kVmd,    ///< MikuMikuDance motion.
  kPmx,    ///< MikuMikuDance model, 2009 and later.
  kPmd,    ///< MikuMikuDance model, first format.
  kVpd,    ///< MikuMikuDance pose, text.
  kPmm,    ///< MikuMikuDance project.
  kZip,    ///< ZIP archive.
  kJson,   ///< Text that begins like JSON.
  kEmpty,  ///< No bytes at all.
  kUnknown,
};

FileKind file_kind(std::span<const std::byte> bytes);

/// With its article, for messages: `a PMX model`.
std::string_view describe(FileKind kind);

}  // namespace mmdkit
