#include <cmath>
#include <cstdint>

#include "motion/bake.h"
#include "motion/layer_stack_json.h"
#include "motion/layer_text.h"
#include "motion/motion_vmd.h"

namespace {

using namespace mmdkit;

VmdBoneKey key(std::uint32_t frame, float x) {
  VmdBoneKey key;
  key.name = name_field<kVmdNameBytes>("a");
  key.frame = frame;
  key.translation = {x, 1, 2};
  key.rotation = {0.6F, 0, 0, 0.8F};
  return key;
}

MotionSource source() {
  MotionSource source;
  source.vmd = make_vmd("x");
  source.vmd.bone_keys = {key(0, 0), key(7, 3)};
  source.vmd.morph_keys = {{name_field<kVmdNameBytes>("m"), 3, 0.5F}};
  source.vmd.camera_keys = {VmdCameraKey{}};
  auto codec = NameCodec::open(NameEncoding::kCp932);
  source.motion = build_motion(source.vmd, {}, *codec)->motion;
  return source;
}

/// Bakes one layer over a base. Whatever its time and weight say, the keys are in order, in range
/// and, unless a weight is huge, finite.
void bake_layer(const Layer& layer) {
  LayerStack valid;
  valid.layers = {layer};
  if (!validate(valid) || is_silent(layer)) return;
  LoadedStack stack;
  stack.base = source();
  stack.frames = {0, 12};
  MotionSource layered = source();
  const LayerClock clock = make_clock(layer, layered.motion.last_frame);
  stack.layers.push_back({layer, clock, std::move(layered)});
  Diagnostics diagnostics;
  const BakedMotion baked = bake(stack, 1, diagnostics);
  for (std::size_t i = 0; i < baked.vmd.bone_keys.size(); ++i) {
    const VmdBoneKey& each = baked.vmd.bone_keys[i];
    if (each.frame > 12) __builtin_trap();
    if (i > 0 && each.frame <= baked.vmd.bone_keys[i - 1].frame) __builtin_trap();
    double norm = 0;
    for (const float c : each.rotation) norm += static_cast<double>(c) * static_cast<double>(c);
    if (layer.weight.front().weight < 1e6 && !(std::abs(norm - 1) < 1e-4)) __builtin_trap();
  }
}

}  // namespace

// Text of --layer, and text of a stack file. Contract: an error, or a layer that can be baked; a
// stack that was read is written and read again as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.find('@') == std::string_view::npos)  // no files here
    if (const auto layer = parse_layer(text)) bake_layer(*layer);
  const auto stack = stack_from_json(text);
  if (!stack) return 0;
  for (const Layer& layer : stack->layers) bake_layer(layer);
  const auto written = stack_to_json(*stack);
  if (!written) return 0;
  const auto again = stack_from_json(*written);
  if (!again || *stack_to_json(*again) != *written) __builtin_trap();
  return 0;
}
