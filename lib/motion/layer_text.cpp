#include "motion/layer_text.h"

#include <fmt/format.h>

#include <array>
#include <set>
#include <string>

#include "base/number_text.h"
#include "motion/selection.h"

namespace mmdkit {
namespace {

Error usage(std::string message) {
  return {ErrorCode::kUsage, std::move(message)};
}

/// Splits at commas outside brackets. A backslash takes the next character as it is and stays.
Result<std::vector<std::string_view>> split_items(std::string_view text) {
  std::vector<std::string_view> items;
  std::size_t start = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '[') {
      ++depth;
    } else if (text[i] == ']') {
      if (--depth < 0) return fail(usage(fmt::format("']' without '[' at byte {}", i)));
    } else if (text[i] == ',' && depth == 0) {
      items.push_back(text.substr(start, i - start));
      start = i + 1;
    }
  }
  if (depth != 0) return fail(usage("'[' without ']'"));
  items.push_back(text.substr(start));
  return items;
}

/// `[a,b]` without its brackets; anything else as it is.
std::string_view unwrapped(std::string_view value) {
  if (value.starts_with('[') && value.ends_with(']')) return value.substr(1, value.size() - 2);
  return value;
}

Status set_number(std::string_view value, double& out) {
  const auto number = parse_double(value);
  if (!number) return fail(usage(fmt::format("'{}' is no number", value)));
  out = *number;
  return {};
}

Status set_weight(std::string_view value, Layer& layer) {
  if (!value.starts_with('[')) {
    layer.weight = {{0, 1}};
    return set_number(value, layer.weight.front().weight);
  }
  layer.weight.clear();
  std::string_view points = unwrapped(value);
  while (true) {
    const auto comma = points.find(',');
    const std::string_view point = points.substr(0, comma);
    const auto colon = point.find(':');
    const auto frame = parse_double(point.substr(0, colon));
    const auto weight =
        colon == std::string_view::npos ? std::nullopt : parse_double(point.substr(colon + 1));
    if (!frame || !weight)
      return fail(usage(fmt::format("'{}' is no point frame:weight of a weight curve", point)));
    layer.weight.push_back({*frame, *weight});
    if (comma == std::string_view::npos) return {};
    points.remove_prefix(comma + 1);
  }
}

Status set_selection(std::string_view value, std::optional<std::vector<std::string>>& out) {
  auto terms = selection_terms(unwrapped(value));
  if (!terms) return fail(std::move(terms.error()));
  out = std::move(*terms);
  return {};
}

Status set_loop(std::string_view value, Layer& layer) {
  if (value == "forever") {
    layer.loop = kLoopForever;
    return {};
  }
  const auto passes = parse_u32(value);
  if (!passes || *passes == 0)
    return fail(usage(fmt::format("'{}' is neither a number of passes nor 'forever'", value)));
  layer.loop = *passes;
  return {};
}

Status set_enabled(std::string_view value, Layer& layer) {
  if (value != "true" && value != "false")
    return fail(usage(fmt::format("'{}' is neither 'true' nor 'false'", value)));
  layer.enabled = value == "true";
  return {};
}

Status set_mode(std::string_view value, Layer& layer) {
  const auto mode = parse_layer_mode(value);
  if (!mode) return fail(mode.error());
  layer.mode = *mode;
  return {};
}

Status set_range(std::string_view value, Layer& layer) {
  const auto range = parse_frame_range(value);
  if (!range) return fail(range.error());
  layer.range = *range;
  return {};
}

Status set_reference(std::string_view value, Layer& layer) {
  layer.reference = 0;
  return set_number(value, *layer.reference);
}

Status set_id(std::string_view value, Layer& layer) {
  if (value.empty()) return fail(usage("the id is empty"));
  layer.id = value;
  return {};
}

struct LayerKey {
  std::string_view name;
  Status (*set)(std::string_view value, Layer& layer);
};
constexpr std::array<LayerKey, 13> kKeys = {{
    {"weight", set_weight},
    {"mode", set_mode},
    {"fade-in", [](std::string_view v, Layer& l) { return set_number(v, l.fade_in); }},
    {"fade-out", [](std::string_view v, Layer& l) { return set_number(v, l.fade_out); }},
    {"offset", [](std::string_view v, Layer& l) { return set_number(v, l.offset); }},
    {"range", set_range},
    {"speed", [](std::string_view v, Layer& l) { return set_number(v, l.speed); }},
    {"loop", set_loop},
    {"bones", [](std::string_view v, Layer& l) { return set_selection(v, l.bones); }},
    {"morphs", [](std::string_view v, Layer& l) { return set_selection(v, l.morphs); }},
    {"enabled", set_enabled},
    {"reference", set_reference},
    {"id", set_id},
}};

Status apply_item(std::string_view item, std::set<std::string_view>& seen, Layer& layer) {
  const auto equals = item.find('=');
  const std::string_view name = item.substr(0, equals);
  for (const LayerKey& key : kKeys) {
    if (key.name != name) continue;
    if (equals == std::string_view::npos) return fail(usage(fmt::format("{} needs a value", name)));
    if (!seen.insert(key.name).second) return fail(usage(fmt::format("{} is given twice", name)));
    Status set = key.set(item.substr(equals + 1), layer);
    if (!set) return fail(std::move(set.error()).in(name));
    return {};
  }
  std::string known;
  for (const LayerKey& key : kKeys) known += fmt::format(" {}", key.name);
  return fail(usage(
      fmt::format("unknown key '{}' (a file name with a comma goes into a stack file); known:{}",
                  name, known)));
}

}  // namespace

Result<Layer> parse_layer(std::string_view text) {
  const auto items = split_items(text);
  if (!items) return fail(items.error());
  Layer layer;
  layer.file.path = items->front();
  if (layer.file.path.empty()) return fail(usage("the file name is empty"));
  std::set<std::string_view> seen;
  for (std::size_t i = 1; i < items->size(); ++i)
    if (Status applied = apply_item((*items)[i], seen, layer); !applied)
      return fail(std::move(applied.error()));
  return layer;
}

}  // namespace mmdkit
