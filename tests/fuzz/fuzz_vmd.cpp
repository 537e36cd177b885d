#include <cstdint>

#include "format/name_table.h"
#include "format/vmd_check.h"
#include "format/vmd_reader.h"
#include "format/vmd_writer.h"

// Contract: any bytes give a motion that writes back to the same bytes, or an error; looking at it
// afterwards never fails. No crash, hang or leak.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mmdkit;
  const auto bytes = std::as_bytes(std::span(data, size));
  Diagnostics diagnostics;
  const auto vmd = read_vmd(bytes, diagnostics);
  if (!vmd) {
    if (vmd.error().message.empty()) __builtin_trap();
    return 0;
  }
  const auto written = write_vmd(*vmd);
  if (!std::equal(written.begin(), written.end(), bytes.begin(), bytes.end())) __builtin_trap();
  static auto codec = NameCodec::open(NameEncoding::kCp932);
  check_vmd(*vmd, *codec, diagnostics);
  for (const Diagnostic& each : diagnostics.items())
    if (each.id.empty() || each.count == 0) __builtin_trap();
  return 0;
}
