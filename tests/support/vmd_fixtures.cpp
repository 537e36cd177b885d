#include "support/vmd_fixtures.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "format/vmd_writer.h"
#include "support/vmd_builder.h"

namespace mmdkit::test {
namespace {

class Fixtures {
 public:
  void add(std::string name, const Vmd& vmd, std::string findings = {}) {
    add_bytes(std::move(name), write_vmd(vmd), std::move(findings));
  }
  void add_bytes(std::string name, std::vector<std::byte> bytes, std::string findings) {
    all_.push_back({std::move(name), std::move(bytes), std::move(findings)});
  }
  std::vector<VmdFixture> take() { return std::exchange(all_, {}); }

 private:
  std::vector<VmdFixture> all_;
};

Vmd small() {
  return motion({bone("センター", 3)}, {morph("あ", 2, 1)},
                {property(0, true, {{"左足ＩＫ", false}})});
}

Vmd scene() {
  Vmd vmd = make_vmd(kVmdCameraModelName);
  vmd.camera_keys = {camera(0), camera(30, 12.5F)};
  vmd.light_keys = {light(0)};
  vmd.shadow_keys = {shadow(4)};
  return vmd;
}

Vmd version1(Vmd vmd) {
  vmd.version = VmdVersion::kV1;
  vmd.signature = name_field<kVmdSignatureBytes>("Vocaloid Motion Data file");
  std::fill(vmd.model_name.begin() + 10, vmd.model_name.end(), '\0');
  return vmd;
}

Vmd signed_as(std::string_view text) {
  Vmd vmd = small();
  vmd.signature = name_field<kVmdSignatureBytes>(text);
  return vmd;
}

VmdBoneKey raw_bone(std::string_view bytes, std::uint32_t frame) {
  VmdBoneKey key = bone("a", frame);
  key.name = name_field<kVmdNameBytes>(bytes);
  return key;
}

void add_headers(Fixtures& fixtures) {
  fixtures.add("empty_motion", make_vmd(""));
  fixtures.add("small", small());
  fixtures.add("camera_light_shadow", scene());
  fixtures.add("version1", version1(small()));
  Vmd vmd = version1(small());
  vmd.property_keys.clear();
  vmd.section_count = 2;
  fixtures.add("version1_two_sections", vmd);
  vmd.trailing = bytes_of("01");
  fixtures.add("version1_and_a_byte", vmd, "vmd-trailing-bytes");
  fixtures.add("bare_signature", signed_as("Vocaloid Motion Data"), "vmd-unknown-version");
  fixtures.add("version_0003", signed_as("Vocaloid Motion Data 0003"), "vmd-unknown-version");
  using std::string_view_literals::operator""sv;
  fixtures.add("junk_in_signature", signed_as("Vocaloid Motion Data 0002\0JKLM"sv),
               "vmd-signature-padding");
}

void add_ends(Fixtures& fixtures) {
  for (std::size_t sections = 1; sections < kVmdSectionCount; ++sections) {
    Vmd vmd = small();
    vmd.property_keys.clear();
    if (sections < 2) vmd.morph_keys.clear();
    vmd.section_count = sections;
    fixtures.add("ends_after_section_" + std::to_string(sections), vmd);
  }
  Vmd vmd = motion({raw_bone("\x8D\xB6\x82\xD0\x82\xB4\x95\xE2\x8F\x95\x83\x7B\x81\x5B\x83", 0)});
  vmd.uncounted_camera_keys = {camera(0, -35)};
  vmd.section_count = 4;
  fixtures.add("uncounted_camera_and_cut_name", vmd, "vmd-uncounted-camera-key");
  vmd.uncounted_camera_keys[0].frame = 0xFFFFFFE7U;  // -25, as such files have it
  vmd.section_count = 5;
  fixtures.add("uncounted_camera_and_shadow", vmd, "vmd-uncounted-camera-key");
  vmd = small();
  vmd.trailing = bytes_of("4E 75 74 68 6F 75 73 65 30 31");
  fixtures.add("trailing_text", vmd, "vmd-trailing-bytes");
}

void add_values(Fixtures& fixtures) {
  Vmd vmd = motion({raw_bone("", 0), raw_bone("\x91\x4F\x94\xAF?", 1),                // 前髪?
                    raw_bone("\xE3\x82\xBB\xE3\x83\xB3\xE3\x82\xBF\xE3\x83\xBC", 2),  // UTF-8
                    raw_bone("\xC8\xAB\xA4\xC6\xA4\xCE\xD3\x48", 3),                  // GBK
                    raw_bone("\xFF\x80\xA0", 4), raw_bone("abcdefghijklmno", 5)});
  VmdBoneKey padded = bone("センター", 6);
  std::fill(padded.name.begin() + 9, padded.name.end(), '\xFD');  // old MMD
  vmd.bone_keys.push_back(padded);
  fixtures.add("odd_names", vmd);

  vmd = motion({}, {},
               {property(0, false, {{"左足ＩＫ", false}, {"右足ＩＫ", true}}), property(9, true),
                property(5, true, {{"左足ＩＫ", true}, {"左つま先ＩＫ", false}, {"a", true}})});
  vmd.property_keys[1].visible = 2;
  vmd.property_keys[2].ik_states[2].name = name_field<kVmdLongNameBytes>("abcdefghijklmnopqrst");
  vmd.property_keys[0].ik_states[1].name[16] = '\xCC';
  fixtures.add("property_keys", vmd);

  vmd = motion({bone("頭", 20), bone("首", 0), bone("頭", 0), bone("頭", 20), bone("首", 10)},
               {morph("あ", 5, 0), morph("あ", 5, 2)});
  fixtures.add("unsorted_with_duplicates", vmd);

  vmd = motion({bone("頭", 0x7FFFFFF0), bone("首", 0xFFFFFFF0, {}, {0, 0, 0, 0})},
               {morph("あ", 0, std::numeric_limits<float>::quiet_NaN())});
  vmd.bone_keys[0].translation[2] = std::numeric_limits<float>::infinity();
  fixtures.add("numbers_that_are_none_and_far_frames", vmd);

  vmd = motion({bone("頭", 0), bone("頭", 1), bone("頭", 2), bone("頭", 3)});
  vmd.bone_keys[0].interpolation = block({64, 0, 64, 127}, false);
  vmd.bone_keys[1].interpolation.fill(0);
  std::fill_n(vmd.bone_keys[2].interpolation.begin() + 16, 48, std::uint8_t{0});
  vmd.bone_keys[3].interpolation[16] = 205;
  fixtures.add("odd_curves", vmd);
}

void add_lies(Fixtures& fixtures) {
  const auto with_byte = [](std::vector<std::byte> bytes, std::size_t at, int value) {
    bytes.at(at) = static_cast<std::byte>(value);
    return bytes;
  };
  const auto empty = write_vmd(make_vmd(""));
  fixtures.add_bytes("lying_bone_count", with_byte(with_byte(empty, 50, 0xFF), 53, 0xFF), "error");
  fixtures.add_bytes("lying_morph_count", with_byte(empty, 57, 0x80), "error");
  fixtures.add_bytes("lying_camera_count", with_byte(empty, 61, 0x7F), "vmd-trailing-bytes");
  fixtures.add_bytes("lying_property_count", with_byte(empty, 73, 0x7F), "vmd-trailing-bytes");
  const auto keys = write_vmd(motion({}, {}, {property(0, true, {{"左足ＩＫ", true}})}));
  fixtures.add_bytes("lying_ik_count", with_byte(keys, 74 + 8, 0xFF), "vmd-trailing-bytes");
}

}  // namespace

std::vector<VmdFixture> vmd_fixtures() {
  Fixtures fixtures;
  add_headers(fixtures);
  add_ends(fixtures);
  add_values(fixtures);
  add_lies(fixtures);
  return fixtures.take();
}

}  // namespace mmdkit::test
