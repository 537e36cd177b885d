#include "format/file_kind.h"

#include <array>

namespace mmdkit {
namespace {

struct Signature {
  std::string_view text;
  FileKind kind;
};
// PMX: some writers put another byte than a blank behind the three letters.
constexpr std::array<Signature, 7> kSignatures = {{
    {"Vocaloid Motion Data", FileKind::kVmd},
    {"PMX", FileKind::kPmx},
    {"Pmd", FileKind::kPmd},
    {"Vocaloid Pose Data", FileKind::kVpd},
    {"\xEF\xBB\xBFVocaloid Pose Data", FileKind::kVpd},
    {"Polygon Movie maker", FileKind::kPmm},
    {"PK\x03\x04", FileKind::kZip},
}};

}  // namespace

FileKind file_kind(std::span<const std::byte> bytes) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.empty()) return FileKind::kEmpty;
  for (const Signature& signature : kSignatures)
    if (text.starts_with(signature.text)) return signature.kind;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && (text[first] == '{' || text[first] == '['))
    return FileKind::kJson;
  return FileKind::kUnknown;
}

std::string_view describe(FileKind kind) {
  switch (kind) {
    case FileKind::kVmd:
      return "a VMD motion";
    case FileKind::kPmx:
      return "a PMX model";
    case FileKind::kPmd:
      return "a PMD model";
    case FileKind::kVpd:
      return "a VPD pose";
    case FileKind::kPmm:
      return "a PMM project of MikuMikuDance";
    case FileKind::kZip:
      return "a ZIP archive";
    case FileKind::kJson:
      return "JSON text";
    case FileKind::kEmpty:
      return "an empty file";
    case FileKind::kUnknown:
      break;
  }
  return "a file of unknown kind";
}

}  // namespace mmdkit
