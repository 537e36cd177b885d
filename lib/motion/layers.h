#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "format/vmd.h"
#include "motion/blend.h"
#include "motion/layer_clock.h"
#include "motion/motion.h"
#include "motion/sample.h"

// A layer stack over loaded motions, evaluated bone by bone and morph by morph. Every value is a
// pure function of the stack and the frame.

namespace mmdkit {

/// One input: the file as stored and the tracks taken from it.
struct MotionSource {
  std::string label;                 ///< For messages: the path as given.
  std::span<const std::byte> bytes;  ///< The file image, owned by the caller; for whole copies.
  Vmd vmd;
  Motion motion;
};

struct StackLayer {
  Layer layer;
  LayerClock clock;
  MotionSource source;
};

/// A stack with its files loaded. Layers that never act (`is_silent`) are not in it.
struct LoadedStack {
  std::optional<MotionSource> base;
  std::vector<StackLayer> layers;
  BlendMode mode = BlendMode::kMean;
  CurveSolver curves = CurveSolver::kExact;
  KeyPlacement keys = KeyPlacement::kAuto;
  FrameRange frames;  ///< Output frames.
};

/// The last output frame at which some source still moves: of the base and of every layer that
/// ends; a layer that loops forever counts one pass only if nothing else ends.
double natural_end(const LoadedStack& stack);

/// Where a layer keys one name. Both point into the stack.
template <class Track>
struct LayerTrack {
  const StackLayer* layer = nullptr;
  const Track* track = nullptr;
};

/// All that keys one name: the base's track or null, and the layers' in stack order.
template <class Track>
struct TrackMix {
  std::string name;  ///< Bytes as stored.
  const Track* base = nullptr;
  std::vector<LayerTrack<Track>> layers;
};
using BoneMix = TrackMix<BoneTrack>;
using MorphMix = TrackMix<MorphTrack>;

/// One mix per name that any source keys: the base's in its order, then the layers' new ones.
/// The stack must outlive the result.
std::vector<BoneMix> bone_mixes(const LoadedStack& stack);
std::vector<MorphMix> morph_mixes(const LoadedStack& stack);

/// Scratch of one walk over the frames of a mix; see the hints of sample.h.
struct MixCursor {
  std::size_t base = 0;
  std::vector<std::size_t> layers;
  std::vector<WeightedPose> poses;
  std::vector<WeightedValue> values;
};

/// Blended value at output frame `frame`: override layers by the mode of the stack, then additive
/// layers in stack order.
BonePose evaluate(const LoadedStack& stack, const BoneMix& mix, double frame, MixCursor& cursor);
double evaluate(const LoadedStack& stack, const MorphMix& mix, double frame, MixCursor& cursor);

/// A source that alone and in full makes up a mix, so that its records can stand as they are.
template <class Track>
struct SoleSource {
  const MotionSource* source = nullptr;
  const Track* track = nullptr;
  std::int64_t moved_by = 0;  ///< Frames added to its keys.
};

/// The sole source of `mix`, if it has one and cutting its keys to the output frames changes
/// nothing within them.
std::optional<SoleSource<BoneTrack>> sole_source(const LoadedStack& stack, const BoneMix& mix);
std::optional<SoleSource<MorphTrack>> sole_source(const LoadedStack& stack, const MorphMix& mix);

/// True if the selection of bones left out no IK bone that the file switches.
bool takes_every_ik_bone(const MotionSource& source);

/// True if `layer` replaces what is below it on every output frame and only moves in time.
bool replaces_everything(const LoadedStack& stack, const StackLayer& layer, std::int64_t& moved_by);

}  // namespace mmdkit
