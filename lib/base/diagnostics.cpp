#include "base/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>

namespace mmdkit {

void Diagnostics::add_many(std::string_view id, std::uint64_t count, std::string_view place,
                           std::string_view message) {
  if (count == 0) return;
  const auto known =
      std::ranges::find_if(items_, [id](const Diagnostic& item) { return item.id == id; });
  if (known != items_.end()) {
    known->count += count;
    return;
  }
  items_.push_back({std::string(id), count, std::string(place), std::string(message)});
}

void Diagnostics::append(const Diagnostics& other, std::string_view prefix) {
  for (Diagnostic item : other.items_) {
    if (item.first.empty())
      item.first = prefix;
    else if (!prefix.empty())
      item.first = fmt::format("{}: {}", prefix, item.first);
    items_.push_back(std::move(item));
  }
}

std::string to_text(const Diagnostic& diagnostic) {
  std::string text = fmt::format("{}: {}", diagnostic.id, diagnostic.message);
  if (diagnostic.count > 1 && !diagnostic.first.empty())
    text += fmt::format(" ({} times, first: {})", diagnostic.count, diagnostic.first);
  else if (diagnostic.count > 1)
    text += fmt::format(" ({} times)", diagnostic.count);
  else if (!diagnostic.first.empty())
    text += fmt::format(" ({})", diagnostic.first);
  return text;
}

}  // namespace mmdkit
