#include "format/vmd_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "format/name_table.h"
#include "format/vmd_curves.h"

namespace mmdkit {
namespace {

constexpr std::uint32_t kMaxFrame = 0x7FFFFFFF;  // MMD holds frames as signed numbers

template <std::size_t N>
bool finite(const std::array<float, N>& values) {
  return std::ranges::all_of(values, [](float v) { return std::isfinite(v); });
}

bool finite(const VmdBoneKey& key) {
  return finite(key.translation) && finite(key.rotation);
}
bool finite(const VmdMorphKey& key) {
  return std::isfinite(key.weight);
}
bool finite(const VmdCameraKey& key) {
  return std::isfinite(key.distance) && finite(key.target) && finite(key.rotation);
}
bool finite(const VmdLightKey& key) {
  return finite(key.color) && finite(key.direction);
}
bool finite(const VmdShadowKey& key) {
  return std::isfinite(key.distance);
}
bool finite(const VmdPropertyKey&) {
  return true;
}

/// Walks the sections of one file with what all checks need.
class Checker {
 public:
  Checker(NameCodec& codec, Diagnostics& diagnostics) : codec_(codec), diagnostics_(diagnostics) {}

  template <class Key>
  void check_values(const std::vector<Key>& keys, VmdSectionId section) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (!finite(keys[i]))
        diagnostics_.add("non-finite", place(section, i, keys[i]),
                         "a number is NaN or infinite; kept, but it cannot be evaluated");
      if (keys[i].frame > kMaxFrame)
        diagnostics_.add("vmd-frame-range", place(section, i, keys[i]),
                         "a frame above 2147483647, which MMD takes for a negative one");
    }
  }

  void check_bone_curves(const std::vector<VmdBoneKey>& keys) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      CurveFindings findings;
      decode_bone_curves(keys[i].interpolation, &findings);
      if (findings.above_range)
        diagnostics_.add("vmd-curve-range", place(VmdSectionId::kBone, i, keys[i]),
                         "a curve handle above 127; evaluated as 127");
      if (findings.first_row_only)
        diagnostics_.add("vmd-curve-first-row", place(VmdSectionId::kBone, i, keys[i]),
                         "only the first row of the curves is filled; evaluated from it");
    }
  }

  void check_rotations(const std::vector<VmdBoneKey>& keys) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (!finite(keys[i].rotation)) continue;
      double squares = 0;
      for (const float c : keys[i].rotation) squares += double(c) * double(c);
      const double norm = std::sqrt(squares);
      if (norm == 0)
        diagnostics_.add("vmd-zero-rotation", place(VmdSectionId::kBone, i, keys[i]),
                         "a zero quaternion; evaluated as no rotation");
      else if (norm < 0.9 || norm > 1.1)
        diagnostics_.add(
            "vmd-rotation-norm", place(VmdSectionId::kBone, i, keys[i]),
            fmt::format("a quaternion of length {:.4g}; normalised when evaluated", norm));
    }
  }

  template <class Key>
  void check_duplicates(const std::vector<Key>& keys, VmdSectionId section) {
    NameTable table;
    std::vector<std::uint64_t> order(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
      order[i] = (std::uint64_t{track(table, keys[i])} << 32) | keys[i].frame;
    std::vector<std::uint64_t> sorted = order;
    std::ranges::sort(sorted);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    const std::uint64_t extra = order.size() - sorted.size();
    if (extra == 0) return;
    // The first record whose (name, frame) came before.
    std::vector<std::uint8_t> seen(sorted.size());
    std::size_t first = 0;
    for (; first < order.size(); ++first) {
      const auto at =
          static_cast<std::size_t>(std::ranges::lower_bound(sorted, order[first]) - sorted.begin());
      if (seen[at]++ != 0) break;
    }
    diagnostics_.add_many("vmd-duplicate-key", extra, place(section, first, keys[first]),
                          "keys of one name and frame; the last in the file counts");
  }

  template <class Key>
  void check_names(const std::vector<Key>& keys, VmdSectionId section) {
    NameTable table;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::size_t known = table.size();
      const auto bytes = name_bytes(keys[i].name);
      if (table.intern(bytes) == known)
        check_name(bytes, kVmdNameBytes, place(section, i, keys[i]));
    }
  }

  void check_ik_names(const std::vector<VmdPropertyKey>& keys) {
    NameTable table;
    for (std::size_t i = 0; i < keys.size(); ++i)
      for (const VmdIkState& state : keys[i].ik_states) {
        const std::size_t known = table.size();
        const auto bytes = name_bytes(state.name);
        if (table.intern(bytes) == known)
          check_name(bytes, kVmdNameBytes, place(VmdSectionId::kProperty, i, keys[i]));
      }
  }

  void check_name(std::string_view bytes, std::size_t field_bytes, std::string_view where) {
    // A character may be cut at the end of a field, and nowhere else.
    const DecodedName name = codec_.decode(bytes);
    if (!name.malformed && !(name.cut && bytes.size() < field_bytes)) return;
    std::string others;
    for (const NameEncoding other :
         {NameEncoding::kCp932, NameEncoding::kUtf8, NameEncoding::kGbk}) {
      auto codec = NameCodec::open(other);
      if (!codec) continue;
      const DecodedName read = codec->decode(bytes);
      if (read.malformed || (read.cut && bytes.size() < field_bytes)) continue;
      others += fmt::format("{}{}", others.empty() ? "" : " or ", to_text(other));
    }
    diagnostics_.add(
        "vmd-undecodable-name", where,
        fmt::format("a name is not {}; {}", to_text(codec_.encoding()),
                    others.empty() ? "no known encoding fits" : "it would read as " + others));
  }

 private:
  static std::uint32_t track(NameTable& table, const VmdBoneKey& key) {
    return table.intern(name_bytes(key.name));
  }
  static std::uint32_t track(NameTable& table, const VmdMorphKey& key) {
    return table.intern(name_bytes(key.name));
  }
  template <class Key>
  static std::uint32_t track(NameTable&, const Key&) {
    return 0;
  }

  template <class Key>
  std::string place(VmdSectionId section, std::size_t index, const Key& key) {
    if constexpr (requires { key.name; }) {
      const std::string bytes(name_bytes(key.name));
      return fmt::format("{} key {} ({}, frame {})", to_text(section), index,
                         display({bytes, codec_.decode(bytes)}), key.frame);
    } else {
      return fmt::format("{} key {} (frame {})", to_text(section), index, key.frame);
    }
  }

  NameCodec& codec_;
  Diagnostics& diagnostics_;
};

void check_kind(const Vmd& vmd, Diagnostics& diagnostics) {
  const bool camera = has_camera_keys(vmd);
  if (camera && has_model_keys(vmd)) {
    diagnostics.add("vmd-both-kinds", "",
                    "model keys and camera keys in one file; MMD loads one kind and ignores the "
                    "other");
  } else if (camera && name_bytes(vmd.model_name) != kVmdCameraModelName) {
    diagnostics.add(
        "vmd-camera-name", "",
        "camera keys under another model name than カメラ・照明; MMD takes the file for a "
        "model motion");
  }
}

}  // namespace

void check_vmd(const Vmd& vmd, NameCodec& codec, Diagnostics& diagnostics) {
  Checker checker(codec, diagnostics);
  const auto common = [&](const auto& keys, VmdSectionId section) {
    checker.check_values(keys, section);
    checker.check_duplicates(keys, section);
  };
  common(vmd.bone_keys, VmdSectionId::kBone);
  common(vmd.morph_keys, VmdSectionId::kMorph);
  common(vmd.camera_keys, VmdSectionId::kCamera);
  common(vmd.light_keys, VmdSectionId::kLight);
  common(vmd.shadow_keys, VmdSectionId::kShadow);
  common(vmd.property_keys, VmdSectionId::kProperty);
  checker.check_rotations(vmd.bone_keys);
  checker.check_bone_curves(vmd.bone_keys);
  checker.check_names(vmd.bone_keys, VmdSectionId::kBone);
  checker.check_names(vmd.morph_keys, VmdSectionId::kMorph);
  checker.check_ik_names(vmd.property_keys);
  const std::size_t model_bytes = vmd.version == VmdVersion::kV1 ? 10 : kVmdLongNameBytes;
  checker.check_name(name_bytes(vmd.model_name), model_bytes, "model name");
  check_kind(vmd, diagnostics);
}

}  // namespace mmdkit
