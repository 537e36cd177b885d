#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mmdkit {

/// Canonical composition (NFC): か + U+3099 becomes が. Text that is not UTF-8 comes back as it is.
std::string normalize_nfc(std::string_view text);

/// Folds what looks alike to one spelling (NFKC and case folding): ＩＫ and ik, ｾﾝﾀｰ and センター.
/// For hints only, never for matching. Text that is not UTF-8 comes back as it is.
std::string fold_width(std::string_view text);

/// Code points of UTF-8 `text`; a byte that is no character counts as U+FFFD.
std::vector<char32_t> code_points(std::string_view text);

/// One code point as UTF-8.
std::string utf8(char32_t point);

/// True if `text` is UTF-8 from end to end.
bool is_utf8(std::string_view text);

/// `text` with every byte that is no part of a character as U+FFFD; says in `replaced` if any was.
std::string with_replacements(std::string_view text, bool& replaced);

/// Columns that `text` takes in a terminal: 2 for wide (CJK) characters, 0 for combining ones.
std::size_t display_width(std::string_view text);

/// `text` safe to print: control characters as `\x1b`, bytes that are no UTF-8 as `\xff`.
std::string printable(std::string_view text);

}  // namespace mmdkit
