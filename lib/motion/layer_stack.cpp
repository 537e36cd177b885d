#include "motion/layer_stack.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/hash.h"

namespace mmdkit {
namespace {

template <class T>
struct Spelling {
  T value;
  std::string_view text;
};
constexpr std::array<Spelling<BlendMode>, 4> kBlendModes = {{
    {BlendMode::kMean, "mean"},
    {BlendMode::kSequential, "sequential"},
    {BlendMode::kNormalized, "normalized"},
    {BlendMode::kComposite, "composite"},
}};
constexpr std::array<Spelling<LayerMode>, 2> kLayerModes = {{
    {LayerMode::kOverride, "override"},
    {LayerMode::kAdditive, "additive"},
}};
constexpr std::array<Spelling<KeyPlacement>, 2> kKeyPlacements = {{
    {KeyPlacement::kAuto, "auto"},
    {KeyPlacement::kEveryFrame, "every-frame"},
}};
constexpr std::array<Spelling<CurveSolver>, 2> kCurveSolvers = {{
    {CurveSolver::kExact, "exact"},
    {CurveSolver::kBisect15, "bisect15"},
}};

template <class T, std::size_t N>
Result<T> parse(const std::array<Spelling<T>, N>& table, std::string_view what,
                std::string_view text) {
  std::string known;
  for (const Spelling<T>& row : table) {
    if (row.text == text) return row.value;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", row.text);
  }
  return fail({ErrorCode::kUsage, fmt::format("unknown {} '{}'; known: {}", what, text, known)});
}

template <class T, std::size_t N>
std::string_view spell(const std::array<Spelling<T>, N>& table, T value) {
  return std::ranges::find(table, value, &Spelling<T>::value)->text;
}

/// What is wrong with `layer`, or nothing.
std::string_view fault(const Layer& layer) {
  const auto bad_length = [](double v) { return !std::isfinite(v) || v < 0; };
  if (layer.weight.empty()) return "the weight curve has no point";
  for (std::size_t i = 0; i < layer.weight.size(); ++i) {
    const WeightPoint& point = layer.weight[i];
    constexpr double kLargestWeight = 1e9;  // far beyond any use, and no sum of them overflows
    if (bad_length(point.weight) || point.weight > kLargestWeight)
      return "a weight must be a number from 0 to 1e9";
    if (!std::isfinite(point.frame)) return "a frame of the weight curve is not finite";
    if (i > 0 && point.frame <= layer.weight[i - 1].frame)
      return "the frames of the weight curve must ascend";
  }
  if (bad_length(layer.fade_in) || bad_length(layer.fade_out))
    return "a fade must be a number of frames of at least 0";
  if (!std::isfinite(layer.offset)) return "the offset is not finite";
  if (!std::isfinite(layer.speed) || layer.speed <= 0) return "the speed must be above 0";
  if (layer.fade_out > 0 && layer.loop == kLoopForever)
    return "a layer that loops forever has no end to fade out at";
  if (layer.reference && layer.mode != LayerMode::kAdditive)
    return "only an additive layer has a reference frame";
  if (layer.reference && bad_length(*layer.reference))
    return "the reference must be a frame of at least 0";
  if (layer.bones && layer.bones->empty()) return "bones=[] selects nothing; '*' selects all";
  if (layer.morphs && layer.morphs->empty()) return "morphs=[] selects nothing; '*' selects all";
  return {};
}

}  // namespace

Status validate(const LayerStack& stack) {
  if (!stack.base && stack.layers.empty())
    return fail({ErrorCode::kUsage, "nothing to bake: give a base motion, --layer or --stack"});
  std::set<std::string_view> ids;
  for (std::size_t i = 0; i < stack.layers.size(); ++i) {
    const Layer& layer = stack.layers[i];
    const auto refuse = [&](std::string_view why) {
      return fail(
          {ErrorCode::kUsage, fmt::format("layer {} ({}): {}", i + 1, layer.file.path, why)});
    };
    if (const std::string_view why = fault(layer); !why.empty()) return refuse(why);
    if (!layer.id.empty() && !ids.insert(layer.id).second)
      return refuse(fmt::format("the id '{}' is taken by an earlier layer", layer.id));
  }
  return {};
}

std::string layer_id(std::string_view sha256, std::size_t position) {
  return uuid_v5_url(fmt::format("mmdkit:layer:{}:{}", sha256, position));
}

Result<BlendMode> parse_blend_mode(std::string_view text) {
  return parse(kBlendModes, "blend mode", text);
}
Result<LayerMode> parse_layer_mode(std::string_view text) {
  return parse(kLayerModes, "layer mode", text);
}
Result<KeyPlacement> parse_key_placement(std::string_view text) {
  return parse(kKeyPlacements, "key placement", text);
}
Result<CurveSolver> parse_curve_solver(std::string_view text) {
  return parse(kCurveSolvers, "curve solver", text);
}
std::string_view to_text(BlendMode mode) {
  return spell(kBlendModes, mode);
}
std::string_view to_text(LayerMode mode) {
  return spell(kLayerModes, mode);
}
std::string_view to_text(KeyPlacement placement) {
  return spell(kKeyPlacements, placement);
}
std::string_view to_text(CurveSolver solver) {
  return spell(kCurveSolvers, solver);
}

}  // namespace mmdkit
