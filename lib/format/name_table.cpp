#include "format/name_table.h"

#include <fmt/format.h>

#include "base/number_text.h"
#include "base/unicode.h"

namespace mmdkit {

std::string display(const FileName& name) {
  std::string text = printable(name.decoded.text);
  if (!name.decoded.cut && !name.decoded.malformed) return text;
  return fmt::format("{}{} [{}]", text, name.decoded.cut ? "…" : "", hex(name.bytes));
}

std::uint32_t NameTable::intern(std::string_view bytes) {
  if (const auto known = index_.find(bytes); known != index_.end()) return known->second;
  const auto index = static_cast<std::uint32_t>(names_.size());
  names_.emplace_back(bytes);
  index_.emplace(bytes, index);
  return index;
}

std::vector<FileName> NameTable::decode(NameCodec& codec) const {
  std::vector<FileName> decoded;
  decoded.reserve(names_.size());
  for (const std::string& bytes : names_) decoded.push_back({bytes, codec.decode(bytes)});
  return decoded;
}

}  // namespace mmdkit
