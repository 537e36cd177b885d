#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_codec.h"
#include "base/result.h"
#include "motion/curve.h"
#include "motion/frame_range.h"

// The whole configuration of a bake as plain data: what --layer and --stack describe and what
// --save-stack writes. Frames and offsets are in frames of the output unless said otherwise.

namespace mmdkit {

/// How the override layers of one bone come together; definitions in docs/layering.md.
enum class BlendMode : std::uint8_t { kMean, kSequential, kNormalized, kComposite };

enum class LayerMode : std::uint8_t {
  kOverride,  ///< Blended with the other layers and toward the base.
  kAdditive,  ///< Its change against the reference is added to the result.
};

enum class KeyPlacement : std::uint8_t {
  kAuto,        ///< Records of a lone source stay; other tracks get keys where they move.
  kEveryFrame,  ///< A key on every frame of every track.
};

/// One point of a weight curve.
struct WeightPoint {
  double frame = 0;
  double weight = 1;
  friend bool operator==(const WeightPoint&, const WeightPoint&) = default;
};

/// Times that a layer plays its range; 0 without end.
inline constexpr std::uint32_t kLoopForever = 0;

/// A file with the digest that `--save-stack` noted, empty if none.
struct StackFile {
  std::string path;    ///< As it can be opened from here.
  std::string sha256;  ///< 64 hexadecimal digits.
  friend bool operator==(const StackFile&, const StackFile&) = default;
};

struct Layer {
  std::string id;  ///< Unique in the stack; empty: derived from the file, see `layer_id`.
  StackFile file;
  bool enabled = true;
  LayerMode mode = LayerMode::kOverride;
  /// At least one point, frames ascending, weights at least 0. Linear between points, constant
  /// outside. One point is a constant weight.
  std::vector<WeightPoint> weight = {{0, 1}};
  double fade_in = 0;   ///< Frames over which the weight rises from 0 at the start of the layer.
  double fade_out = 0;  ///< Frames over which it falls to 0 at the end of the layer.
  double offset = 0;    ///< Frames by which the layer is moved; may be negative.
  /// Frames of the source that play. With it, the layer takes part only while it plays; without
  /// it, the first and last pose hold.
  std::optional<FrameRange> range;
  double speed = 1;                   ///< Source frames per output frame, above 0.
  std::optional<std::uint32_t> loop;  ///< Passes, or kLoopForever; no value is one pass.
  std::optional<std::vector<std::string>> bones;   ///< Selection; none: default_layer_bones().
  std::optional<std::vector<std::string>> morphs;  ///< Selection; none: all.
  std::optional<double> reference;  ///< Additive: source frame that means "no change"; none: rest.
  friend bool operator==(const Layer&, const Layer&) = default;
};

struct LayerStack {
  std::optional<StackFile> base;
  std::vector<Layer> layers;
  BlendMode mode = BlendMode::kMean;
  KeyPlacement keys = KeyPlacement::kAuto;
  CurveSolver curves = CurveSolver::kExact;
  std::optional<FrameRange> frames;  ///< Output frames; none: from 0 to the end of the last source.
  bool origin_key = false;           ///< See MotionOptions::origin_key.
  NameEncoding name_encoding = NameEncoding::kCp932;
  friend bool operator==(const LayerStack&, const LayerStack&) = default;
};

/// Checks what the types cannot say. Fails with `kUsage`, naming layer and option.
Status validate(const LayerStack& stack);

/// The id of a layer without one: version 5 UUID, URL namespace, of
/// `mmdkit:layer:<SHA-256 of the file>:<position from 0>`. The same on every run and machine.
std::string layer_id(std::string_view sha256, std::size_t position);

/// Spellings of the enumerators, one table for the command line and for stack files.
Result<BlendMode> parse_blend_mode(std::string_view text);
Result<LayerMode> parse_layer_mode(std::string_view text);
Result<KeyPlacement> parse_key_placement(std::string_view text);
Result<CurveSolver> parse_curve_solver(std::string_view text);
std::string_view to_text(BlendMode mode);
std::string_view to_text(LayerMode mode);
std::string_view to_text(KeyPlacement placement);
std::string_view to_text(CurveSolver solver);

}  // namespace mmdkit
