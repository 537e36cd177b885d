#pragma once

#include <bit>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace mmdkit {

/// Appends little-endian values to a growing buffer.
class ByteWriter {
 public:
  /// `expected_size` bytes are reserved at once; writing more is fine.
  explicit ByteWriter(std::size_t expected_size = 0) { bytes_.reserve(expected_size); }

  template <class T>
  requires std::is_arithmetic_v<T>
  void number(T value) {
    static_assert(std::endian::native == std::endian::little);
    bytes(std::as_bytes(std::span(&value, 1)));
  }

  void bytes(std::span<const std::byte> source) {
    bytes_.insert(bytes_.end(), source.begin(), source.end());
  }

  /// The buffer; the writer is empty afterwards.
  std::vector<std::byte> take() { return std::exchange(bytes_, {}); }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace mmdkit
