#include "base/hash.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <cassert>
#include <vector>

namespace mmdkit {
namespace {

std::vector<unsigned char> digest(const EVP_MD* kind, std::span<const std::byte> bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
  unsigned int size = 0;
  [[maybe_unused]] const int ok =
      EVP_Digest(bytes.data(), bytes.size(), out.data(), &size, kind, nullptr);
  assert(ok == 1);
  return {out.begin(), out.begin() + size};
}

}  // namespace

std::string sha256_hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const unsigned char byte : digest(EVP_sha256(), bytes)) text += fmt::format("{:02x}", byte);
  return text;
}

std::string uuid_v5_url(std::string_view name) {
  // RFC 4122, appendix C: the URL namespace.
  constexpr std::array<unsigned char, 16> kUrl = {0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1,
                                                  0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8};
  std::string input(kUrl.begin(), kUrl.end());
  input += name;
  std::vector<unsigned char> id = digest(EVP_sha1(), std::as_bytes(std::span(input)));
  id.resize(16);
  id[6] = static_cast<unsigned char>((id[6] & 0x0F) | 0x50);  // version 5
  id[8] = static_cast<unsigned char>((id[8] & 0x3F) | 0x80);  // variant of the RFC
  std::string text;
  for (std::size_t i = 0; i < id.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", id[i]);
  }
  return text;
}

}  // namespace mmdkit
