#define PCRE2_CODE_UNIT_WIDTH 8
#include "motion/name_pattern.h"

#include <fmt/format.h>
#include <pcre2.h>

#include <algorithm>
#include <array>

#include "base/unicode.h"
#include "format/name_field.h"

namespace mmdkit {
namespace {

Error usage(std::string message) {
  return {ErrorCode::kUsage, std::move(message)};
}

std::string pcre2_text(int code) {
  std::array<PCRE2_UCHAR, 256> buffer{};
  pcre2_get_error_message(code, buffer.data(), buffer.size());
  return reinterpret_cast<const char*>(buffer.data());
}

Result<std::shared_ptr<void>> compile_regex(std::string_view pattern) {
  int code = 0;
  PCRE2_SIZE offset = 0;
  pcre2_code* compiled =
      pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
                    PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C, &code, &offset, nullptr);
  if (compiled == nullptr)
    return fail(usage(
        fmt::format("regular expression '{}': at byte {}: {}", pattern, offset, pcre2_text(code))));
  return std::shared_ptr<void>(compiled,
                               [](void* p) { pcre2_code_free(static_cast<pcre2_code*>(p)); });
}

Result<NameMatch> match_regex(const pcre2_code* regex, std::string_view text) {
  const std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)> data(
      pcre2_match_data_create_from_pattern(regex, nullptr), &pcre2_match_data_free);
  const int result = pcre2_match(regex, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0,
                                 0, data.get(), nullptr);
  if (result >= 0) return NameMatch::kWhole;
  if (result == PCRE2_ERROR_NOMATCH) return NameMatch::kNone;
  return fail(usage(fmt::format("regular expression fails on '{}': {}", text, pcre2_text(result))));
}

}  // namespace

std::vector<NamePattern::Token> NamePattern::tokenize(std::string_view text) {
  const std::vector<char32_t> points = code_points(text);
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i] == U'\\' && i + 1 < points.size())
      tokens.push_back({points[++i], Token::kPoint});
    else if (points[i] == U'*' || points[i] == U'?')
      tokens.push_back({0, points[i] == U'*' ? Token::kAnyRun : Token::kAnyOne});
    else
      tokens.push_back({points[i], Token::kPoint});
  }
  return tokens;
}

Result<NamePattern> NamePattern::compile(std::string_view text, NameCodec& codec) {
  if (!is_utf8(text)) return fail(usage("a name in the selection is not UTF-8"));
  NamePattern pattern;
  if (text.starts_with("re:")) {
    auto regex = compile_regex(text.substr(3));
    if (!regex) return fail(std::move(regex.error()));
    pattern.regex_ = std::move(*regex);
    return pattern;
  }
  // Normalised for globs, so that か + U+3099 is one character for `?` too.
  pattern.tokens_ = tokenize(normalize_nfc(text));
  pattern.has_wildcard_ = std::ranges::any_of(
      pattern.tokens_, [](const Token& token) { return token.kind != Token::kPoint; });
  if (pattern.has_wildcard_) return pattern;
  std::string literal;
  for (const Token& token : tokenize(text)) literal += utf8(token.point);
  pattern.bytes_ = codec.encode(literal);
  pattern.text_ = normalize_nfc(literal);
  return pattern;
}

NameMatch NamePattern::match_literal(const FileName& name) const {
  if (bytes_) {
    const std::string_view wanted(*bytes_);
    const std::string_view stored(name.bytes);
    if (stored == wanted) return NameMatch::kWhole;
    // Property keys have room for 20 bytes, yet tools fill and trust only the first 15.
    if (wanted.size() > kVmdNameBytes || stored.size() > kVmdNameBytes)
      if (stored.substr(0, kVmdNameBytes) == wanted.substr(0, kVmdNameBytes))
        return NameMatch::kByCut;
  }
  const bool readable = !name.decoded.cut && !name.decoded.malformed;
  return readable && normalize_nfc(name.decoded.text) == text_ ? NameMatch::kWhole
                                                               : NameMatch::kNone;
}

bool NamePattern::match_glob(const std::vector<Token>& tokens, const std::vector<char32_t>& text) {
  // The classic two-pointer walk: on a mismatch, give the last `*` one more character.
  std::size_t t = 0, p = 0, star = tokens.size(), resume = 0;
  while (t < text.size()) {
    if (p < tokens.size() && tokens[p].kind == Token::kAnyRun) {
      star = p++;
      resume = t;
    } else if (p < tokens.size() &&
               (tokens[p].kind == Token::kAnyOne || tokens[p].point == text[t])) {
      ++p;
      ++t;
    } else if (star < tokens.size()) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < tokens.size() && tokens[p].kind == Token::kAnyRun) ++p;
  return p == tokens.size();
}

Result<NameMatch> NamePattern::match(const FileName& name) const {
  if (regex_ != nullptr)
    return match_regex(static_cast<const pcre2_code*>(regex_.get()), name.decoded.text);
  if (!has_wildcard_) return match_literal(name);
  return match_glob(tokens_, code_points(normalize_nfc(name.decoded.text))) ? NameMatch::kWhole
                                                                            : NameMatch::kNone;
}

}  // namespace mmdkit
