#include "motion/layer_stack_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace mmdkit {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "mmdkit.stack";
constexpr int kVersion = 1;

Json file_json(const StackFile& file) {
  Json json = {{"file", file.path}};
  if (!file.sha256.empty()) json["sha256"] = file.sha256;
  return json;
}

Json range_json(const FrameRange& range) {
  Json json = {range.first, nullptr};
  if (range.last != FrameRange{}.last) json[1] = range.last;
  return json;
}

Json weight_json(const std::vector<WeightPoint>& weight) {
  if (weight.size() == 1) return weight.front().weight;
  Json json = Json::array();
  for (const WeightPoint& point : weight) json.push_back({point.frame, point.weight});
  return json;
}

Json layer_json(const Layer& layer) {
  Json json = file_json(layer.file);
  if (!layer.id.empty()) json["id"] = layer.id;
  json["enabled"] = layer.enabled;
  json["mode"] = to_text(layer.mode);
  json["weight"] = weight_json(layer.weight);
  json["fade_in"] = layer.fade_in;
  json["fade_out"] = layer.fade_out;
  json["offset"] = layer.offset;
  if (layer.range) json["range"] = range_json(*layer.range);
  json["speed"] = layer.speed;
  if (layer.loop) json["loop"] = *layer.loop == kLoopForever ? Json("forever") : Json(*layer.loop);
  if (layer.bones) json["bones"] = *layer.bones;
  if (layer.morphs) json["morphs"] = *layer.morphs;
  if (layer.reference) json["reference"] = *layer.reference;
  return json;
}

/// Reads the members of one JSON object, each by the function given for its name.
class ObjectReader {
 public:
  using Setter = std::function<Status(const Json&)>;
  struct Member {
    std::string_view name;
    Setter set;
  };

  /// `where` names the object in errors: `layers[1]`, or nothing for the root.
  static Status read(const Json& object, std::string_view where,
                     const std::vector<Member>& members) {
    const auto place = [&](std::string_view name) {
      return where.empty() ? std::string(name) : fmt::format("{}.{}", where, name);
    };
    if (!object.is_object())
      return refuse(where.empty() ? "the stack" : where, "expected an object");
    for (const auto& [name, value] : object.items()) {
      const auto member = std::ranges::find(members, name, &Member::name);
      if (member == members.end()) return refuse(place(name), "unknown key");
      Status set = member->set(value);
      if (set) continue;
      std::string& why = set.error().message;
      // `layers` and `[1].weight: ...` make one place.
      if (why.starts_with('[')) return fail({ErrorCode::kMalformed, place(name) + why});
      return refuse(place(name), why);
    }
    return {};
  }

  static Status refuse(std::string_view place, std::string_view why) {
    return fail(Error{ErrorCode::kMalformed, std::string(why)}.in(place));
  }
};

Status expected(std::string_view what) {
  return fail({ErrorCode::kMalformed, fmt::format("expected {}", what)});
}

// Setters: each returns a function that stores a JSON value of the right form.
ObjectReader::Setter number(double& out) {
  return [&out](const Json& json) -> Status {
    if (!json.is_number()) return expected("a number");
    out = json.get<double>();
    return {};
  };
}

ObjectReader::Setter text(std::string& out) {
  return [&out](const Json& json) -> Status {
    if (!json.is_string() || json.get_ref<const std::string&>().empty()) return expected("a text");
    out = json.get<std::string>();
    return {};
  };
}

ObjectReader::Setter flag(bool& out) {
  return [&out](const Json& json) -> Status {
    if (!json.is_boolean()) return expected("true or false");
    out = json.get<bool>();
    return {};
  };
}

template <class T>
ObjectReader::Setter spelled(T& out, Result<T> (*parse)(std::string_view)) {
  return [&out, parse](const Json& json) -> Status {
    if (!json.is_string()) return expected("a text");
    const Result<T> value = parse(json.get_ref<const std::string&>());
    if (!value) return fail(value.error());
    out = *value;
    return {};
  };
}

bool is_frame(const Json& json) {
  return json.is_number_unsigned() && json.get<std::uint64_t>() <= FrameRange{}.last;
}

ObjectReader::Setter range(std::optional<FrameRange>& out) {
  return [&out](const Json& json) -> Status {
    if (!json.is_array() || json.size() != 2 || !is_frame(json[0]) ||
        !(is_frame(json[1]) || json[1].is_null()))
      return expected("[first, last], or null for an open end");
    FrameRange value{json[0].get<std::uint32_t>(), FrameRange{}.last};
    if (!json[1].is_null()) value.last = json[1].get<std::uint32_t>();
    if (value.last < value.first) return expected("a first frame that is not behind the last");
    out = value;
    return {};
  };
}

ObjectReader::Setter weight(std::vector<WeightPoint>& out) {
  return [&out](const Json& json) -> Status {
    if (json.is_number()) {
      out = {{0, json.get<double>()}};
      return {};
    }
    if (!json.is_array() || json.empty()) return expected("a number or [[frame, weight], ...]");
    out.clear();
    for (const Json& point : json) {
      if (!point.is_array() || point.size() != 2 || !point[0].is_number() || !point[1].is_number())
        return expected("a number or [[frame, weight], ...]");
      out.push_back({point[0].get<double>(), point[1].get<double>()});
    }
    return {};
  };
}

ObjectReader::Setter loop(std::optional<std::uint32_t>& out) {
  return [&out](const Json& json) -> Status {
    if (json == "forever") {
      out = kLoopForever;
    } else {
      if (!is_frame(json) || json == 0U) return expected("a number of passes or \"forever\"");
      out = json.get<std::uint32_t>();
    }
    return {};
  };
}

ObjectReader::Setter selection(std::optional<std::vector<std::string>>& out) {
  return [&out](const Json& json) -> Status {
    if (!json.is_array()) return expected("a list of selection terms");
    out.emplace();
    for (const Json& term : json) {
      if (!term.is_string()) return expected("a list of selection terms");
      if (term.get_ref<const std::string&>().starts_with('@') ||
          term.get_ref<const std::string&>().starts_with("!@"))
        return expected("the names themselves; a stack file cannot name a list file");
      out->push_back(term.get<std::string>());
    }
    return {};
  };
}

ObjectReader::Setter optional_number(std::optional<double>& out) {
  return [&out](const Json& json) { return number(out.emplace())(json); };
}

ObjectReader::Setter digest(std::string& out) {
  return [&out](const Json& json) -> Status {
    const auto is_digest = [](const std::string& text) {
      return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
    };
    if (!json.is_string() || !is_digest(json.get_ref<const std::string&>()))
      return expected("64 lower-case hexadecimal digits");
    out = json.get<std::string>();
    return {};
  };
}

std::vector<ObjectReader::Member> file_members(StackFile& file) {
  return {{"file", text(file.path)}, {"sha256", digest(file.sha256)}};
}

Status read_layer(const Json& json, std::string_view where, Layer& layer) {
  std::vector<ObjectReader::Member> members = file_members(layer.file);
  members.insert(members.end(), {{"id", text(layer.id)},
                                 {"enabled", flag(layer.enabled)},
                                 {"mode", spelled(layer.mode, parse_layer_mode)},
                                 {"weight", weight(layer.weight)},
                                 {"fade_in", number(layer.fade_in)},
                                 {"fade_out", number(layer.fade_out)},
                                 {"offset", number(layer.offset)},
                                 {"range", range(layer.range)},
                                 {"speed", number(layer.speed)},
                                 {"loop", loop(layer.loop)},
                                 {"bones", selection(layer.bones)},
                                 {"morphs", selection(layer.morphs)},
                                 {"reference", optional_number(layer.reference)}});
  if (Status read = ObjectReader::read(json, where, members); !read) return read;
  if (layer.file.path.empty()) return ObjectReader::refuse(where, "\"file\" is missing");
  return {};
}

Status read_layers(const Json& json, std::vector<Layer>& layers) {
  if (!json.is_array()) return expected("a list of layers");
  for (std::size_t i = 0; i < json.size(); ++i)
    if (Status read = read_layer(json[i], fmt::format("[{}]", i), layers.emplace_back()); !read)
      return read;
  return {};
}

Status read_base(const Json& json, std::optional<StackFile>& base) {
  if (Status read = ObjectReader::read(json, "", file_members(base.emplace())); !read) return read;
  return base->path.empty() ? expected("a \"file\"") : Status{};
}

Status read_stack(const Json& json, LayerStack& stack) {
  bool format_seen = false;
  Status read = ObjectReader::read(
      json, "",
      {{"format",
        [&](const Json& value) {
          format_seen = value == kFormat;
          return format_seen ? Status{} : expected(fmt::format("\"{}\"", kFormat));
        }},
       {"version",
        [](const Json& value) {
          return value == kVersion ? Status{} : expected(fmt::format("version {}", kVersion));
        }},
       {"mode", spelled(stack.mode, parse_blend_mode)},
       {"keys", spelled(stack.keys, parse_key_placement)},
       {"curves", spelled(stack.curves, parse_curve_solver)},
       {"frames", range(stack.frames)},
       {"mmd_origin_key", flag(stack.origin_key)},
       {"name_encoding", spelled(stack.name_encoding, parse_name_encoding)},
       {"base", [&](const Json& value) { return read_base(value, stack.base); }},
       {"layers", [&](const Json& value) { return read_layers(value, stack.layers); }}});
  if (!read) return read;
  if (!format_seen)
    return ObjectReader::refuse("format", fmt::format("missing; a stack says \"{}\"", kFormat));
  return {};
}

}  // namespace

Result<std::string> stack_to_json(const LayerStack& stack) {
  Json json = {{"format", kFormat}, {"version", kVersion}};
  json["mode"] = to_text(stack.mode);
  json["keys"] = to_text(stack.keys);
  json["curves"] = to_text(stack.curves);
  if (stack.frames) json["frames"] = range_json(*stack.frames);
  json["mmd_origin_key"] = stack.origin_key;
  json["name_encoding"] = to_text(stack.name_encoding);
  if (stack.base) json["base"] = file_json(*stack.base);
  json["layers"] = Json::array();
  for (const Layer& layer : stack.layers) json["layers"].push_back(layer_json(layer));
  try {
    return json.dump(2) + "\n";
  } catch (const Json::exception&) {
    return fail({ErrorCode::kUnsupported, "a path or name is not UTF-8, which JSON cannot hold"});
  }
}

Result<LayerStack> stack_from_json(std::string_view text) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    return fail({ErrorCode::kMalformed, fmt::format("byte {:#x}: this is no JSON", error.byte)});
  } catch (const Json::out_of_range&) {
    return fail({ErrorCode::kMalformed, "a number is larger than can be stored"});
  }
  LayerStack stack;
  if (Status read = read_stack(json, stack); !read) return fail(std::move(read.error()));
  return stack;
}

}  // namespace mmdkit
