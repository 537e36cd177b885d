#include "format/vmd.h"

namespace mmdkit {

std::string_view to_text(VmdSectionId section) {
  constexpr std::array<std::string_view, kVmdSectionCount> kNames = {"bone",  "morph",  "camera",
                                                                     "light", "shadow", "property"};
  return kNames[static_cast<std::size_t>(section)];
}

std::size_t vmd_record_bytes(VmdSectionId section) {
  constexpr std::array<std::size_t, kVmdSectionCount> kBytes = {111, 23, 61, 28, 9, 9};
  return kBytes[static_cast<std::size_t>(section)];
}

bool has_model_keys(const Vmd& vmd) {
  return !vmd.bone_keys.empty() || !vmd.morph_keys.empty() || !vmd.property_keys.empty();
}

bool has_camera_keys(const Vmd& vmd) {
  return !vmd.camera_keys.empty() || !vmd.light_keys.empty() || !vmd.shadow_keys.empty();
}

Vmd make_vmd(std::string_view model_name) {
  Vmd vmd;
  vmd.signature = name_field<kVmdSignatureBytes>("Vocaloid Motion Data 0002");
  vmd.model_name = name_field<kVmdLongNameBytes>(model_name);
  return vmd;
}

}  // namespace mmdkit
