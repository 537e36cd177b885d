#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "base/error.h"

namespace mmdkit {

/// Little-endian cursor over an untrusted file image.
///
/// The first failure is remembered together with its offset. From then on every read returns zero
/// and the cursor stays put, so a parser is written straight through and asks `ok()` once per
/// record instead of once per field.
///
/// Never throws, never allocates, never touches memory outside `bytes`.
class ByteReader {
 public:
  /// `bytes` must outlive the reader.
  explicit ByteReader(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}

  /// Next `sizeof(T)` bytes as a number; 0 after a failure.
  template <class T>
  requires std::is_arithmetic_v<T> T number()
  noexcept {
    static_assert(std::endian::native == std::endian::little);
    T value{};
    copy_to(std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }

  /// Fills `out` from the input; leaves it untouched after a failure.
  void copy_to(std::span<std::byte> out) noexcept {
    const auto source = take(out.size());
    if (!source.empty()) std::memcpy(out.data(), source.data(), out.size());
  }

  /// View of the next `size` bytes, valid as long as the input; empty after a failure.
  std::span<const std::byte> take(std::size_t size) noexcept;

  /// Marks the input as broken at the cursor. `what` must be a string literal.
  /// Later failures do not overwrite the first.
  void fail(const char* what) noexcept {
    if (what_ == nullptr) what_ = what;
  }

  bool ok() const noexcept { return what_ == nullptr; }
  std::size_t offset() const noexcept { return offset_; }
  std::size_t remaining() const noexcept { return bytes_.size() - offset_; }

  /// `byte 0x16f4: file ends inside a record`. Precondition: `!ok()`.
  Error error() const;

 private:
  std::span<const std::byte> bytes_;
  std::size_t offset_ = 0;
  const char* what_ = nullptr;
};

}  // namespace mmdkit
