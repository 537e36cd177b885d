#pragma once

#include <string_view>

#include "motion/layer_text.h"
#include "motion/layers.h"
#include "motion/motion_vmd.h"

namespace mmdkit::test {

/// Loaded stacks from motions in memory.
class StackBuilder {
 public:
  explicit StackBuilder(FrameRange frames) { stack_.frames = frames; }

  StackBuilder& base(const Vmd& vmd) {
    stack_.base = source("base", vmd, {});
    return *this;
  }

  /// `options`: as behind the file name of `--layer`. Without bones= all bones are taken.
  StackBuilder& layer(const Vmd& vmd, std::string_view options = "") {
    Layer layer = *parse_layer("layer" + std::string(options));
    if (is_silent(layer)) return *this;
    auto codec = NameCodec::open(NameEncoding::kCp932);
    MotionOptions taken;
    if (layer.bones) taken.bones = *Selection::compile(*layer.bones, *codec);
    if (layer.morphs) taken.morphs = *Selection::compile(*layer.morphs, *codec);
    MotionSource loaded = source("layer" + std::to_string(stack_.layers.size() + 1), vmd, taken);
    const LayerClock clock = make_clock(layer, loaded.motion.last_frame);
    stack_.layers.push_back({layer, clock, std::move(loaded)});
    return *this;
  }

  StackBuilder& mode(BlendMode mode) {
    stack_.mode = mode;
    return *this;
  }
  StackBuilder& curves(CurveSolver curves) {
    stack_.curves = curves;
    return *this;
  }
  StackBuilder& keys(KeyPlacement keys) {
    stack_.keys = keys;
    return *this;
  }

  const LoadedStack& stack() const { return stack_; }

 private:
  static MotionSource source(std::string label, const Vmd& vmd, const MotionOptions& options) {
    auto codec = NameCodec::open(NameEncoding::kCp932);
    return {std::move(label), {}, vmd, build_motion(vmd, options, *codec)->motion};
  }

  LoadedStack stack_;
};

}  // namespace mmdkit::test
