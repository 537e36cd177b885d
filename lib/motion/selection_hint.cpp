#include "motion/selection_hint.h"

#include <fmt/format.h>

#include "base/unicode.h"
#include "format/name_field.h"

namespace mmdkit {
namespace {

/// The bare name: no `!`, no escapes.
std::string literal_text(std::string_view term) {
  std::string text;
  if (term.starts_with('!')) term.remove_prefix(1);
  for (std::size_t i = 0; i < term.size(); ++i) {
    if (term[i] == '\\' && i + 1 < term.size()) ++i;
    text += term[i];
  }
  return text;
}

}  // namespace

std::string selection_hint(std::string_view term, std::span<const FileName> names,
                           NameEncoding encoding) {
  const std::string text = literal_text(term);
  const std::string folded = fold_width(text);
  for (const FileName& name : names)
    if (fold_width(name.decoded.text) == folded)
      return fmt::format("did you mean {}?", display(name));
  for (const NameEncoding other : {NameEncoding::kCp932, NameEncoding::kUtf8, NameEncoding::kGbk}) {
    if (other == encoding) continue;
    auto codec = NameCodec::open(other);
    if (!codec) continue;
    const auto bytes = codec->encode(text);
    if (!bytes) continue;
    for (const FileName& name : names)
      if (name.bytes == bytes->substr(0, kVmdNameBytes))
        return fmt::format("stored as {}; give --name-encoding {}", to_text(other), to_text(other));
  }
  auto codec = NameCodec::open(encoding);
  if (codec && !codec->encode(text))
    return fmt::format("{} cannot write this name", to_text(encoding));
  return {};
}

}  // namespace mmdkit
