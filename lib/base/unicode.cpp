#include "base/unicode.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <cstdlib>
#include <memory>

namespace mmdkit {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

/// One step through UTF-8 text: a code point and its bytes. A bad byte has `valid` false, size 1.
struct Step {
  char32_t code_point = kReplacement;
  std::size_t size = 1;
  bool valid = false;
};

Step next(std::string_view text) {
  utf8proc_int32_t value = -1;
  const auto* data = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto size = utf8proc_iterate(data, static_cast<utf8proc_ssize_t>(text.size()), &value);
  if (size < 1 || value < 0) return {};
  return {static_cast<char32_t>(value), static_cast<std::size_t>(size), true};
}

std::string map(std::string_view text, utf8proc_option_t options) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                 static_cast<utf8proc_ssize_t>(text.size()), &mapped, options);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  if (size < 0) return std::string(text);
  return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size)};
}

utf8proc_option_t operator|(utf8proc_option_t a, utf8proc_option_t b) {
  return static_cast<utf8proc_option_t>(static_cast<int>(a) | static_cast<int>(b));
}

}  // namespace

std::string normalize_nfc(std::string_view text) {
  return map(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string fold_width(std::string_view text) {
  return map(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD);
}

std::vector<char32_t> code_points(std::string_view text) {
  std::vector<char32_t> points;
  points.reserve(text.size());
  while (!text.empty()) {
    const Step step = next(text);
    points.push_back(step.code_point);
    text.remove_prefix(step.size);
  }
  return points;
}

std::string utf8(char32_t point) {
  utf8proc_uint8_t bytes[4];
  const auto size = utf8proc_encode_char(static_cast<utf8proc_int32_t>(point), bytes);
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Step step = next(text);
    if (!step.valid) return false;
    text.remove_prefix(step.size);
  }
  return true;
}

std::string with_replacements(std::string_view text, bool& replaced) {
  std::string valid;
  while (!text.empty()) {
    const Step step = next(text);
    valid += step.valid ? text.substr(0, step.size) : std::string_view("\xEF\xBF\xBD");
    replaced |= !step.valid;
    text.remove_prefix(step.size);
  }
  return valid;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (const char32_t point : code_points(text)) {
    const int columns = utf8proc_charwidth(static_cast<utf8proc_int32_t>(point));
    if (columns > 0) width += static_cast<std::size_t>(columns);
  }
  return width;
}

std::string printable(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const Step step = next(text);
    const bool control =
        step.code_point < 0x20 || (step.code_point >= 0x7F && step.code_point < 0xA0);
    if (!step.valid || control)
      for (const char byte : text.substr(0, step.size))
        safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    else
      safe += text.substr(0, step.size);
    text.remove_prefix(step.size);
  }
  return safe;
}

}  // namespace mmdkit
