#include "base/name_codec.h"

#include <fmt/format.h>
#include <iconv.h>

#include <array>
#include <cerrno>
#include <utility>

#include "base/system_error.h"
#include "base/unicode.h"

namespace mmdkit {
namespace {

struct EncodingName {
  NameEncoding encoding;
  std::string_view option;
  const char* iconv_name;
};
constexpr std::array<EncodingName, 3> kEncodings = {{
    {NameEncoding::kCp932, "cp932", "CP932"},
    {NameEncoding::kUtf8, "utf8", "UTF-8"},
    {NameEncoding::kGbk, "gbk", "GBK"},
}};

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

const EncodingName& row_of(NameEncoding encoding) {
  return kEncodings[static_cast<std::size_t>(encoding)];
}

/// Outcome of one iconv call: what it produced and how far it came.
struct Conversion {
  std::string text;
  std::size_t consumed = 0;
  int error = 0;  ///< 0, EILSEQ (no character) or EINVAL (input ends inside a character).
};

Conversion convert(void* descriptor, std::string_view input) {
  // No character of these encodings grows more than fourfold.
  std::string output(input.size() * 4 + 4, '\0');
  char* in = const_cast<char*>(input.data());
  std::size_t in_left = input.size();
  char* out = output.data();
  std::size_t out_left = output.size();
  ::iconv(descriptor, nullptr, nullptr, nullptr, nullptr);
  const std::size_t result = ::iconv(descriptor, &in, &in_left, &out, &out_left);
  Conversion conversion;
  if (result == static_cast<std::size_t>(-1)) conversion.error = errno;
  output.resize(output.size() - out_left);
  conversion.text = std::move(output);
  conversion.consumed = input.size() - in_left;
  return conversion;
}

}  // namespace

Result<NameEncoding> parse_name_encoding(std::string_view text) {
  for (const EncodingName& row : kEncodings)
    if (row.option == text) return row.encoding;
  return fail({ErrorCode::kUsage,
               fmt::format("unknown name encoding '{}'; known: cp932, utf8, gbk", text)});
}

std::string_view to_text(NameEncoding encoding) {
  return row_of(encoding).option;
}

Result<NameCodec> NameCodec::open(NameEncoding encoding) {
  const char* name = row_of(encoding).iconv_name;
  const auto invalid = reinterpret_cast<iconv_t>(-1);
  iconv_t to = ::iconv_open("UTF-8", name);
  if (to == invalid)
    return fail(system_error(fmt::format("the C library has no conversion from {}", name)));
  iconv_t from = ::iconv_open(name, "UTF-8");
  if (from == invalid) {
    Error error = system_error(fmt::format("the C library has no conversion to {}", name));
    ::iconv_close(to);
    return fail(std::move(error));
  }
  NameCodec codec;
  codec.encoding_ = encoding;
  codec.to_utf8_ = to;
  codec.from_utf8_ = from;
  return codec;
}

DecodedName NameCodec::decode(std::string_view bytes) {
  DecodedName name;
  while (!bytes.empty()) {
    Conversion part = convert(to_utf8_, bytes);
    name.text += part.text;
    bytes.remove_prefix(part.consumed);
    if (part.error == EINVAL) {
      name.cut = true;
      break;
    }
    if (part.error != 0) {
      name.malformed = true;
      name.text += kReplacement;
      bytes.remove_prefix(1);
    }
  }
  // The C library lets code points beyond Unicode pass from UTF-8 to UTF-8.
  if (encoding_ == NameEncoding::kUtf8) name.text = with_replacements(name.text, name.malformed);
  return name;
}

std::optional<std::string> NameCodec::encode(std::string_view text) {
  // As it is first: NFC replaces a few characters that CP932 has (Å U+212B) by others that it
  // lacks.
  Conversion whole = convert(from_utf8_, text);
  if (whole.error != 0) whole = convert(from_utf8_, normalize_nfc(text));
  if (whole.error != 0) return std::nullopt;
  return std::move(whole.text);
}

void NameCodec::swap(NameCodec& other) noexcept {
  std::swap(encoding_, other.encoding_);
  std::swap(to_utf8_, other.to_utf8_);
  std::swap(from_utf8_, other.from_utf8_);
}

NameCodec::NameCodec(NameCodec&& other) noexcept {
  swap(other);
}

NameCodec& NameCodec::operator=(NameCodec&& other) noexcept {
  swap(other);
  return *this;
}

NameCodec::~NameCodec() {
  if (to_utf8_ != nullptr) ::iconv_close(to_utf8_);
  if (from_utf8_ != nullptr) ::iconv_close(from_utf8_);
}

}  // namespace mmdkit
