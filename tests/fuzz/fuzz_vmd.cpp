#include <cstdint>

#include "base/unicode.h"
#include "format/name_table.h"
#include "format/vmd_check.h"
#include "format/vmd_reader.h"
#include "format/vmd_writer.h"

namespace {

/// Every name in every encoding gives UTF-8, whatever its bytes.
void decode_all_names(const mmdkit::Vmd& vmd) {
  using namespace mmdkit;
  NameTable table;
  table.intern(name_bytes(vmd.model_name));
  for (const VmdBoneKey& key : vmd.bone_keys) table.intern(name_bytes(key.name));
  for (const VmdMorphKey& key : vmd.morph_keys) table.intern(name_bytes(key.name));
  for (const VmdPropertyKey& key : vmd.property_keys)
    for (const VmdIkState& state : key.ik_states) table.intern(name_bytes(state.name));
  for (const NameEncoding encoding :
       {NameEncoding::kCp932, NameEncoding::kUtf8, NameEncoding::kGbk}) {
    auto codec = NameCodec::open(encoding);
    for (const FileName& name : table.decode(*codec))
      if (!is_utf8(name.decoded.text) || !is_utf8(display(name))) __builtin_trap();
  }
}

}  // namespace

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
  decode_all_names(*vmd);
  return 0;
}
