#include "format/vmd_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/byte_reader.h"
#include "base/unicode.h"
#include "format/file_kind.h"

namespace mmdkit {
namespace {

constexpr std::string_view kV1Text = "Vocaloid Motion Data file";
constexpr std::string_view kV2Text = "Vocaloid Motion Data 0002";
constexpr std::size_t kCountBytes = 4;

std::uint32_t u32_at(std::span<const std::byte> bytes, std::size_t offset) {
  ByteReader reader(bytes.subspan(offset, kCountBytes));
  return reader.number<std::uint32_t>();
}

/// Length of the property records, or nothing if they do not fit.
bool skip_property_keys(std::span<const std::byte> bytes, VmdSectionSpan& section) {
  std::size_t offset = section.begin;
  for (std::uint32_t i = 0; i < section.count; ++i) {
    const std::size_t head = vmd_record_bytes(VmdSectionId::kProperty);
    if (bytes.size() - offset < head) return false;
    const std::uint32_t states = u32_at(bytes, offset + head - kCountBytes);
    offset += head;
    if (states > (bytes.size() - offset) / kVmdIkStateBytes) return false;
    offset += states * kVmdIkStateBytes;
  }
  section.end = offset;
  return true;
}

/// Places section `id` at `offset`. Precondition: its count is inside `bytes`. False if its
/// records are not.
bool place_section(std::span<const std::byte> bytes, VmdSectionId id, std::size_t offset,
                   VmdSectionSpan& section) {
  section.count = u32_at(bytes, offset);
  section.begin = offset + kCountBytes;
  const std::size_t left = bytes.size() - section.begin;
  if (section.count > left / vmd_record_bytes(id)) return false;
  if (id == VmdSectionId::kProperty) {
    if (!skip_property_keys(bytes, section)) return false;
  } else {
    section.end = section.begin + section.count * vmd_record_bytes(id);
  }
  section.present = true;
  return true;
}

/// Places the sections from `first` on until one does not fit or the bytes end; the rest is
/// trailing.
void place_tail(VmdLayout& layout, VmdSectionId first, std::size_t offset) {
  layout.end = offset;
  for (auto i = static_cast<std::size_t>(first); i < kVmdSectionCount; ++i) {
    if (layout.bytes.size() - layout.end < kCountBytes) return;
    VmdSectionSpan section;
    if (!place_section(layout.bytes, static_cast<VmdSectionId>(i), layout.end, section)) return;
    layout.sections[i] = section;
    layout.end = section.end;
  }
}

bool ends_with_the_file(const VmdLayout& layout) {
  return layout.end == layout.bytes.size();
}

/// Camera to property. Some old tools wrote a camera count of 0 and still one record; that reading
/// is taken only if the plain one fails and this one meets the end of the file exactly.
void place_optional_sections(VmdLayout& layout, std::size_t offset) {
  VmdLayout plain = layout;
  place_tail(plain, VmdSectionId::kCamera, offset);
  const VmdSectionSpan& camera = plain.section(VmdSectionId::kCamera);
  const std::size_t record = vmd_record_bytes(VmdSectionId::kCamera);
  if (!ends_with_the_file(plain) && camera.present && camera.count == 0 &&
      layout.bytes.size() - camera.end >= record) {
    VmdLayout salvaged = layout;
    salvaged.sections[static_cast<std::size_t>(VmdSectionId::kCamera)] = camera;
    salvaged.uncounted_camera_bytes = record;
    place_tail(salvaged, VmdSectionId::kLight, camera.end + record);
    if (ends_with_the_file(salvaged) && salvaged.section(VmdSectionId::kLight).present) {
      layout = salvaged;
      return;
    }
  }
  // Whether true version 1 files have these sections in this form is unknown: all or nothing.
  if (layout.version == VmdVersion::kV1 && !ends_with_the_file(plain)) {
    layout.end = offset;
    return;
  }
  layout = plain;
}

/// The text of the signature, up to the first NUL.
std::string_view signature_text(std::span<const std::byte> bytes) {
  const std::string_view field(reinterpret_cast<const char*>(bytes.data()), kVmdSignatureBytes);
  return field.substr(0, field.find('\0'));
}

Error does_not_fit(VmdSectionId id, const VmdSectionSpan& section, std::size_t file_bytes) {
  const std::size_t record = vmd_record_bytes(id);
  const std::size_t left = file_bytes - section.begin;
  const std::size_t whole = left / record;
  return Error{ErrorCode::kMalformed,
               fmt::format("byte {:#x}: file ends inside a record; a count of {} needs {} bytes, "
                           "{} are left",
                           section.begin + whole * record, section.count,
                           std::uint64_t{section.count} * record, left)}
      .in(fmt::format("{} key {}", to_text(id), whole));
}

void report_header(const VmdLayout& layout, Diagnostics& diagnostics) {
  const std::string_view text = signature_text(layout.bytes);
  if (text != kV1Text && text != kV2Text)
    diagnostics.add("vmd-unknown-version", fmt::format("'{}'", printable(text)),
                    "the signature names no known version; read as version 2");
  const auto padding = layout.bytes.subspan(text.size(), kVmdSignatureBytes - text.size());
  if (std::ranges::any_of(padding, [](std::byte b) { return b != std::byte{0}; }))
    diagnostics.add("vmd-signature-padding", fmt::format("byte {:#x}", text.size()),
                    "the signature field is not filled with zeros; ignored");
}

void report_tail(const VmdLayout& layout, Diagnostics& diagnostics) {
  if (layout.uncounted_camera_bytes != 0)
    diagnostics.add("vmd-uncounted-camera-key",
                    fmt::format("byte {:#x}", layout.section(VmdSectionId::kCamera).end),
                    "one camera record follows a camera count of 0; kept, not used");
  if (!ends_with_the_file(layout))
    diagnostics.add("vmd-trailing-bytes", fmt::format("byte {:#x}", layout.end),
                    fmt::format("{} bytes behind the last readable section; kept, not used",
                                layout.bytes.size() - layout.end));
}

}  // namespace

Result<VmdLayout> scan_vmd(std::span<const std::byte> bytes, Diagnostics& diagnostics) {
  const FileKind kind = file_kind(bytes);
  if (kind != FileKind::kVmd)
    return fail({ErrorCode::kUnsupported,
                 kind == FileKind::kUnknown
                     ? "this is no VMD motion: no known file signature"
                     : fmt::format("this is {}, not a VMD motion", describe(kind))});
  VmdLayout layout;
  layout.bytes = bytes;
  if (bytes.size() >= kVmdSignatureBytes && signature_text(bytes) == kV1Text) {
    layout.version = VmdVersion::kV1;
    layout.header_bytes = 40;
  }
  if (bytes.size() < layout.header_bytes + kCountBytes)
    return fail({ErrorCode::kMalformed,
                 fmt::format("header: byte {:#x}: file ends inside the header", bytes.size())});
  std::size_t offset = layout.header_bytes;
  for (const VmdSectionId id : {VmdSectionId::kBone, VmdSectionId::kMorph}) {
    layout.end = offset;
    if (bytes.size() - offset < kCountBytes) break;
    VmdSectionSpan& section = layout.sections[static_cast<std::size_t>(id)];
    if (!place_section(bytes, id, offset, section))
      return fail(does_not_fit(id, section, bytes.size()));
    offset = section.end;
    layout.end = offset;
  }
  if (layout.section(VmdSectionId::kMorph).present) place_optional_sections(layout, offset);
  report_header(layout, diagnostics);
  report_tail(layout, diagnostics);
  return layout;
}

}  // namespace mmdkit
