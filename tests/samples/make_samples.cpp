#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <string_view>

#include "base/math.h"
#include "base/name_codec.h"
#include "base/output_file.h"
#include "format/vmd_curves.h"
#include "format/vmd_writer.h"

// Writes the motions of samples/. usage: make_samples FOLDER
//
// A test runs it again and compares, so that the committed files are what this source says.

namespace mmdkit {
namespace {

constexpr double kTau = 2 * std::numbers::pi;

/// Handles of a curve that starts and ends softly.
constexpr CurveHandles kEase = {40, 0, 87, 127};

/// Rotation by angles in degrees about X, then Y, then Z of the parent.
DQuat turn(double x, double y, double z) {
  const auto half = [](double degrees) { return degrees * std::numbers::pi / 360; };
  const DQuat rx(std::cos(half(x)), std::sin(half(x)), 0, 0);
  const DQuat ry(std::cos(half(y)), 0, std::sin(half(y)), 0);
  const DQuat rz(std::cos(half(z)), 0, 0, std::sin(half(z)));
  return rz * ry * rx;
}

/// Collects keys by UTF-8 names.
class MotionWriter {
 public:
  explicit MotionWriter(std::string_view model_name)
      : codec_(*NameCodec::open(NameEncoding::kCp932)) {
    vmd_ = make_vmd(*codec_.encode(model_name));
  }

  void bone(std::string_view name, std::uint32_t frame, const DVec3& translation,
            const DQuat& rotation, CurveHandles curve = kEase) {
    BoneCurves curves;
    curves.channels.fill(curve);
    VmdBoneKey key;
    key.name = name_field<kVmdNameBytes>(*codec_.encode(name));
    key.frame = frame;
    key.translation = {number(translation.x), number(translation.y), number(translation.z)};
    key.rotation = {number(rotation.x), number(rotation.y), number(rotation.z), number(rotation.w)};
    key.interpolation = encode_bone_curves(curves);
    vmd_.bone_keys.push_back(key);
  }

  void morph(std::string_view name, std::uint32_t frame, float weight) {
    vmd_.morph_keys.push_back({name_field<kVmdNameBytes>(*codec_.encode(name)), frame, weight});
  }

  void ik_on(std::uint32_t frame) {
    VmdPropertyKey key;
    key.frame = frame;
    key.visible = 1;
    for (const char* name : {"左足ＩＫ", "右足ＩＫ", "左つま先ＩＫ", "右つま先ＩＫ"})
      key.ik_states.push_back({name_field<kVmdLongNameBytes>(*codec_.encode(name)), 1});
    vmd_.property_keys.push_back(key);
  }

  Vmd& vmd() { return vmd_; }

 private:
  /// To six decimals: the last bits of sine and cosine differ between mathematical libraries.
  static float number(double value) { return static_cast<float>(std::round(value * 1e6) / 1e6); }

  NameCodec codec_;
  Vmd vmd_;
};

constexpr std::string_view kModel = "mmdkit見本";

/// Four steps on the spot in 60 frames; the last pose is the first.
Vmd walk() {
  MotionWriter motion(kModel);
  for (std::uint32_t frame = 0; frame <= 60; frame += 5) {
    const double phase = kTau * frame / 30, swing = std::sin(phase);
    motion.bone("センター", frame, {0, -0.35 + 0.2 * std::cos(2 * phase), 0}, turn(0, 0, 0));
    motion.bone("上半身", frame, {0, 0, 0}, turn(4, -6 * swing, 0));
    motion.bone("下半身", frame, {0, 0, 0}, turn(0, 5 * swing, 2 * swing));
    for (const bool left : {true, false}) {
      const double side = left ? 1 : -1;
      const std::string mark = left ? "左" : "右";
      const double lift = std::max(0.0, side * std::cos(phase));
      motion.bone(mark + "腕", frame, {0, 0, 0}, turn(-18 * side * swing, 0, -35 * side));
      motion.bone(mark + "ひじ", frame, {0, 0, 0}, turn(0, 14 * side, 0));
      motion.bone(mark + "足ＩＫ", frame, {0, 1.2 * lift, -1.6 * side * swing},
                  turn(-18 * lift, 0, 0));
    }
  }
  motion.ik_on(0);
  return motion.vmd();
}

/// The right arm goes up, waves three times and comes down again.
Vmd wave() {
  MotionWriter motion(kModel);
  const auto arm = [&](std::uint32_t frame, double raise, double bend) {
    motion.bone("右肩", frame, {0, 0, 0}, turn(0, 0, -12 * raise));
    motion.bone("右腕", frame, {0, 0, 0}, turn(0, -20 * raise, 35 - 85 * raise));
    motion.bone("右ひじ", frame, {0, 0, 0}, turn(0, 0, -bend));
    motion.bone("右手首", frame, {0, 0, 0}, turn(0, 0, -0.3 * bend));
  };
  arm(0, 0, 0);
  arm(12, 1, 40);
  for (std::uint32_t frame = 18; frame <= 42; frame += 6) arm(frame, 1, frame % 12 == 6 ? 75 : 35);
  arm(60, 0, 0);
  for (const char* finger : {"右人指１", "右中指１", "右薬指１", "右小指１"})
    for (const std::uint32_t frame : {0U, 12U, 48U, 60U})
      motion.bone(finger, frame, {0, 0, 0}, turn(0, 0, frame == 0 || frame == 60 ? 15 : 2));
  return motion.vmd();
}

/// The head looks left, right and ahead again; the eyes go first.
Vmd head_turn() {
  MotionWriter motion(kModel);
  struct Look {
    std::uint32_t frame;
    double degrees;
  };
  for (const auto& [frame, degrees] : {Look{0, 0}, {15, 40}, {30, 40}, {50, -35}, {60, 0}}) {
    motion.bone("首", frame, {0, 0, 0}, turn(0, 0.4 * degrees, 0));
    motion.bone("頭", frame, {0, 0, 0}, turn(-3, 0.6 * degrees, 0.1 * degrees));
    motion.bone("両目", frame < 3 ? frame : frame - 3, {0, 0, 0}, turn(0, 0.2 * degrees, 0),
                {20, 20, 107, 107});
  }
  return motion.vmd();
}

/// Two blinks, a smile and a word.
Vmd face() {
  MotionWriter motion(kModel);
  for (const std::uint32_t blink : {10U, 44U})
    for (const std::uint32_t step : {0U, 2U, 4U})
      motion.morph("まばたき", blink + step, step == 2 ? 1.0F : 0.0F);
  for (const auto& [frame, weight] : {std::pair{0U, 0.0F}, {20U, 0.6F}, {40U, 0.6F}, {60U, 0.0F}})
    motion.morph("笑い", frame, weight);
  for (const auto& [name, frame] : {std::pair{"あ", 22U}, {"い", 28U}, {"う", 34U}}) {
    motion.morph(name, frame - 3, 0.0F);
    motion.morph(name, frame, 0.8F);
    motion.morph(name, frame + 3, 0.0F);
  }
  return motion.vmd();
}

/// A slow move in, a cut, and a move round; with light and self-shadow keys.
Vmd camera() {
  Vmd vmd = make_vmd(kVmdCameraModelName);
  VmdCameraKey key;
  key.interpolation = {20, 107, 20, 107, 20, 107, 20, 107, 20, 107, 20, 107,
                       64, 64,  0,  127, 64, 64,  0,  127, 20, 107, 20, 107};
  key.fov = 30;
  const auto shot = [&](std::uint32_t frame, float distance, float height, float yaw) {
    key.frame = frame;
    key.distance = distance;
    key.target = {0, height, 0};
    key.rotation = {-0.05F, yaw, 0};
    vmd.camera_keys.push_back(key);
  };
  shot(0, -45, 10, 0);
  shot(29, -32, 12, 0);
  shot(30, -20, 16, 0.5F);
  shot(60, -24, 15, -0.25F);
  vmd.light_keys.push_back({0, {0.6015625F, 0.6015625F, 0.6015625F}, {-0.5F, -1, 0.5F}});
  vmd.light_keys.push_back({60, {0.7F, 0.6F, 0.55F}, {0.5F, -1, 0.5F}});
  vmd.shadow_keys.push_back({0, 1, 0.01125F});
  return vmd;
}

int write_all(const std::string& folder) {
  struct Sample {
    const char* name;
    Vmd vmd;
  };
  for (const auto& [name, vmd] :
       {Sample{"walk", walk()}, Sample{"wave", wave()}, Sample{"head_turn", head_turn()},
        Sample{"face", face()}, Sample{"camera", camera()}}) {
    const std::string path = folder + "/" + name + ".vmd";
    if (const Status written = write_file(path, write_vmd(vmd), true); !written) {
      std::fprintf(stderr, "%s: %s\n", path.c_str(), written.error().message.c_str());
      return 4;
    }
  }
  return 0;
}

}  // namespace
}  // namespace mmdkit

int main(int argc, char** argv) {
  return argc == 2 ? mmdkit::write_all(argv[1]) : 2;
}
