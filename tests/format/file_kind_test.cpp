#include "format/file_kind.h"

#include <gtest/gtest.h>

#include "support/vmd_builder.h"

namespace mmdkit {
namespace {

TEST(FileKind, TellsFilesByTheirFirstBytes) {
  struct Case {
    std::string_view bytes;
    FileKind kind;
  };
  constexpr Case kCases[] = {
      {"", FileKind::kEmpty},
      {"Vocaloid Motion Data 0002", FileKind::kVmd},
      {"Vocaloid Motion Data", FileKind::kVmd},
      {"Vocaloid Motion Dat", FileKind::kUnknown},
      {"PMX \x01", FileKind::kPmx},
      {"PMXP", FileKind::kPmx},
      {"Pmd", FileKind::kPmd},
      {"Vocaloid Pose Data file", FileKind::kVpd},
      {"\xEF\xBB\xBFVocaloid Pose Data file", FileKind::kVpd},
      {"Polygon Movie maker 0002", FileKind::kPmm},
      {"PK\x03\x04 ...", FileKind::kZip},
      {" \r\n {\"a\":1}", FileKind::kJson},
      {"[1]", FileKind::kJson},
      {"hello", FileKind::kUnknown},
      {"   ", FileKind::kUnknown},
  };
  for (const Case& c : kCases)
    EXPECT_EQ(file_kind(std::as_bytes(std::span(c.bytes))), c.kind) << c.bytes;
}

}  // namespace
}  // namespace mmdkit
