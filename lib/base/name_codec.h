#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace mmdkit {

/// Encoding of the fixed-size names in a file. MMD itself writes CP932 only; the others come from
/// tools. Never guessed: CP932 and GBK overlap, so that "it decodes" proves nothing.
enum class NameEncoding : std::uint8_t { kCp932, kUtf8, kGbk };

/// `cp932`, `utf8`, `gbk`; anything else fails with `kUsage`.
Result<NameEncoding> parse_name_encoding(std::string_view text);
std::string_view to_text(NameEncoding encoding);

/// A name as text, with what the text leaves out.
struct DecodedName {
  std::string text;        ///< UTF-8. Undecodable bytes stand as U+FFFD.
  bool cut = false;        ///< The last character was cut in half; its bytes are not in `text`.
  bool malformed = false;  ///< `text` holds U+FFFD for bytes that are no character.
};

/// Converts names between UTF-8 and the encoding of a file, by the tables of the C library, which
/// do not depend on the locale.
///
/// Not thread-safe: an object holds conversion state. Open one per thread.
class NameCodec {
 public:
  /// Fails with `kIo` if the C library has no table for `encoding` (a container without gconv
  /// modules).
  static Result<NameCodec> open(NameEncoding encoding);

  NameCodec(NameCodec&& other) noexcept;
  NameCodec& operator=(NameCodec&& other) noexcept;
  NameCodec(const NameCodec&) = delete;
  NameCodec& operator=(const NameCodec&) = delete;
  ~NameCodec();

  NameEncoding encoding() const { return encoding_; }

  /// `bytes` is a name up to, not including, its NUL. Any bytes give some text.
  DecodedName decode(std::string_view bytes);

  /// The bytes of UTF-8 `text`, composed to NFC if it has none as it is; empty if a character has
  /// none either way.
  ///
  /// CP932 takes look-alikes of other tables too (U+301C as well as U+FF5E give 81 60).
  std::optional<std::string> encode(std::string_view text);

 private:
  NameCodec() = default;
  void swap(NameCodec& other) noexcept;

  NameEncoding encoding_ = NameEncoding::kCp932;
  void* to_utf8_ = nullptr;    ///< iconv_t
  void* from_utf8_ = nullptr;  ///< iconv_t
};

}  // namespace mmdkit
