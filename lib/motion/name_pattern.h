#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_codec.h"
#include "base/result.h"
#include "format/name_table.h"

namespace mmdkit {

enum class NameMatch : std::uint8_t {
  kNone,
  kWhole,
  kByCut,  ///< A literal longer than 15 bytes that equals the name in the first 15.
};

/// One pattern for names: a literal (`左腕`), a glob (`左*`, `?` is one character) or a regular
/// expression (`re:^左`). `\` takes the next character of a literal or glob as it is.
class NamePattern {
 public:
  /// Fails with `kUsage` on a bad regular expression or text that is not UTF-8.
  static Result<NamePattern> compile(std::string_view text, NameCodec& codec);

  bool is_literal() const { return regex_ == nullptr && !has_wildcard_; }

  /// Literals compare by bytes, so that a cut or undecodable name is found, and by text; globs and
  /// regular expressions see the decoded text. Fails with `kUsage` if a regular expression exceeds
  /// the limits of its library.
  Result<NameMatch> match(const FileName& name) const;

 private:
  NamePattern() = default;
  NameMatch match_literal(const FileName& name) const;

  /// A character, or a wildcard.
  struct Token {
    char32_t point = 0;
    enum Kind : std::uint8_t { kPoint, kAnyOne, kAnyRun } kind = kPoint;
  };
  static std::vector<Token> tokenize(std::string_view text);
  static bool match_glob(const std::vector<Token>& tokens, const std::vector<char32_t>& text);

  std::vector<Token> tokens_;
  bool has_wildcard_ = false;
  std::string text_;                  ///< Literal, NFC.
  std::optional<std::string> bytes_;  ///< Literal in the encoding of the file, uncut.
  std::shared_ptr<void> regex_;       ///< pcre2_code; thread-safe once compiled.
};

}  // namespace mmdkit
