#include "base/byte_reader.h"

#include <fmt/format.h>

#include <cassert>

namespace mmdkit {

std::span<const std::byte> ByteReader::take(std::size_t size) noexcept {
  // Compare with what is left; `offset_ + size` could wrap around.
  if (!ok() || size > remaining()) {
    fail("file ends inside a record");
    return {};
  }
  const auto view = bytes_.subspan(offset_, size);
  offset_ += size;
  return view;
}

Error ByteReader::error() const {
  assert(!ok());
  return {ErrorCode::kMalformed, fmt::format("byte {:#x}: {}", offset_, what_)};
}

}  // namespace mmdkit
