#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/name_codec.h"

namespace mmdkit {

/// One distinct name of a file.
struct FileName {
  std::string bytes;    ///< Up to its NUL, as stored.
  DecodedName decoded;  ///< For people; two names of different bytes may look alike.
};

/// Text that tells the name apart even if it does not decode: `センター`, `左ひざ補助ボー… [8d b6
/// ...]`.
std::string display(const FileName& name);

/// The distinct names of one section, numbered in the order of their first record.
class NameTable {
 public:
  /// Index of `bytes`, added if new.
  std::uint32_t intern(std::string_view bytes);

  std::size_t size() const { return names_.size(); }
  std::string_view bytes(std::size_t index) const { return names_[index]; }

  /// All names, decoded.
  std::vector<FileName> decode(NameCodec& codec) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> index_;
};

}  // namespace mmdkit
