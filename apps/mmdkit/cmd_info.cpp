#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "apps/mmdkit/commands.h"
#include "apps/mmdkit/common_options.h"
#include "apps/mmdkit/name_json.h"
#include "apps/mmdkit/table.h"
#include "base/unicode.h"
#include "motion/bone_set.h"
#include "pipeline/info.h"
#include "pipeline/load.h"

namespace mmdkit::app {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::vector<std::string> inputs;
  bool sets = false;
  CommonOptions common;
};

std::string_view section_name(std::size_t index) {
  return to_text(static_cast<VmdSectionId>(index));
}

Json names_json(const std::vector<NameInfo>& names, bool with_physics) {
  Json json = Json::array();
  for (const NameInfo& name : names) {
    Json row;
    set_name(row, name.name);
    row["keys"] = name.keys;
    row["first"] = name.first;
    row["last"] = name.last;
    row["duplicates"] = name.duplicates;
    if (with_physics) row["physics_off"] = name.physics_off;
    json.push_back(std::move(row));
  }
  return json;
}

std::uint32_t physics_off_keys(const MotionInfo& info) {
  std::uint32_t sum = 0;
  for (const NameInfo& bone : info.bones) sum += bone.physics_off;
  return sum;
}

Json motion_json(const std::string& path, const MotionInfo& info) {
  Json json = {
      {"file", printable(path)}, {"kind", "vmd"}, {"bytes", info.bytes}, {"sha256", info.sha256}};
  json["version"] = info.version == VmdVersion::kV1 ? 1 : 2;
  json["signature"] = printable(info.signature);
  set_name(json["model_name"], info.model_name);
  for (std::size_t i = 0; i < kVmdSectionCount; ++i)
    json["counts"][section_name(i)] = info.counts[i] ? Json(*info.counts[i]) : Json(nullptr);
  json["frames"] = info.frames ? Json{info.frames->first, info.frames->last} : Json(nullptr);
  json["bones"] = names_json(info.bones, true);
  json["morphs"] = names_json(info.morphs, false);
  for (std::size_t i = 0; i < kVmdSectionCount; ++i)
    json["duplicates"][section_name(i)] = info.duplicates[i];
  json["physics_off_keys"] = physics_off_keys(info);
  json["hidden_keys"] = info.hidden_keys;
  json["ik"] = Json::array();
  for (const IkInfo& ik : info.ik) {
    Json row;
    set_name(row, ik.name);
    row["keys"] = ik.keys;
    row["off"] = ik.off;
    json["ik"].push_back(std::move(row));
  }
  json["uncounted_camera_key"] = info.uncounted_camera_key;
  json["trailing_bytes"] = info.trailing_bytes;
  json["warnings"] = to_json(info.diagnostics);
  return json;
}

Json failure_json(const std::string& path, const Error& error) {
  return {{"file", printable(path)},
          {"error",
           {{"message", printable(error.message)}, {"exit", static_cast<int>(exit_of(error))}}}};
}

std::string names_text(std::string_view title, const std::vector<NameInfo>& names, bool physics) {
  if (names.empty()) return {};
  Table table(true);
  table.row(
      {std::string(title), "keys", "first", "last", "duplicates", physics ? "physics off" : ""});
  const auto number = [](std::uint32_t n) { return n == 0 ? std::string("-") : std::to_string(n); };
  for (const NameInfo& name : names)
    table.row({display(name.name), std::to_string(name.keys), std::to_string(name.first),
               std::to_string(name.last), number(name.duplicates),
               physics ? number(name.physics_off) : ""});
  return "\n" + table.text(2);
}

std::string motion_text(const std::string& path, const MotionInfo& info) {
  Table facts(false);
  facts.row(
      {"kind", fmt::format("VMD motion, version {} ({})", info.version == VmdVersion::kV1 ? 1 : 2,
                           printable(info.signature))});
  facts.row({"model name", display(info.model_name)});
  facts.row({"bytes", std::to_string(info.bytes)});
  facts.row({"sha256", info.sha256});
  facts.row({"frames", info.frames ? fmt::format("{}:{}", info.frames->first, info.frames->last)
                                   : std::string("none")});
  if (!info.bones.empty())
    facts.row({"physics off", fmt::format("{} keys", physics_off_keys(info))});
  if (info.hidden_keys > 0) facts.row({"hidden", fmt::format("{} keys", info.hidden_keys)});
  if (info.trailing_bytes > 0)
    facts.row({"trailing", fmt::format("{} bytes", info.trailing_bytes)});

  Table sections(true);
  sections.row({"section", "keys", "names", "duplicates"});
  for (std::size_t i = 0; i < kVmdSectionCount; ++i) {
    const std::size_t names = i == 0 ? info.bones.size() : info.morphs.size();
    sections.row({std::string(section_name(i)),
                  info.counts[i] ? std::to_string(*info.counts[i]) : std::string("absent"),
                  i < 2 ? std::to_string(names) : std::string("-"),
                  std::to_string(info.duplicates[i])});
  }
  std::string text = input_label(path) + "\n" + facts.text(2) + "\n" + sections.text(2);
  text += names_text("bone", info.bones, true) + names_text("morph", info.morphs, false);
  if (!info.ik.empty()) {
    Table ik(true);
    ik.row({"IK", "keys", "off"});
    for (const IkInfo& each : info.ik)
      ik.row({display(each.name), std::to_string(each.keys), std::to_string(each.off)});
    text += "\n" + ik.text(2);
  }
  return text;
}

/// Exit code of several: a system error counts more than bad input, which counts more than none.
Exit worse(Exit a, Exit b) {
  return std::max(a, b);
}

Exit run_files(const Options& options) {
  const auto encoding = parse_name_encoding(options.common.name_encoding.value_or("cp932"));
  if (!encoding) return print_failure(encoding.error());
  Json files = Json::array();
  std::string text;
  Exit exit = Exit::kOk;
  for (const std::string& path : options.inputs) {
    const auto result = info({path, *encoding, options.common.strict});
    if (!result) {
      exit = worse(exit, print_failure(result.error()));
      files.push_back(failure_json(path, result.error()));
      continue;
    }
    warn(result->diagnostics, input_label(path));
    if (options.common.json)
      files.push_back(motion_json(path, *result));
    else
      text += (text.empty() ? "" : "\n") + motion_text(path, *result);
  }
  const Status printed =
      options.common.json
          ? print_json(Json{{"format", "mmdkit.info"}, {"version", 1}, {"files", files}}.dump(2))
          : print_text(text, false);
  return printed ? exit : print_failure(printed.error());
}

Exit run_sets(const Options& options) {
  Json json = Json::array();
  Table table(false);
  table.row({"set", "what", "selection"});
  for (const BoneSet& set : bone_sets()) {
    json.push_back(
        {{"name", set.name}, {"description", set.description}, {"selection", set.terms}});
    table.row({std::string(set.name), std::string(set.description), std::string(set.terms)});
  }
  const Status printed =
      options.common.json
          ? print_json(Json{{"format", "mmdkit.sets"}, {"version", 1}, {"sets", json}}.dump(2))
          : print_text(table.text(), false);
  return printed ? Exit::kOk : print_failure(printed.error());
}

Exit run(const Options& options) {
  apply(options.common);
  if (options.sets == !options.inputs.empty())
    return print_failure({ErrorCode::kUsage, options.sets
                                                 ? "--sets takes no files"
                                                 : "give the files to describe, or --sets"});
  return options.sets ? run_sets(options) : run_files(options);
}

}  // namespace

void add_info(CLI::App& app, Exit& exit) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("info", "Describe motions: sections, names, frames, oddities");
  command->add_option("files", options->inputs, "VMD files; - is standard input");
  command->add_flag("--sets", options->sets, "List the named bone sets instead");
  add_common_options(*command, options->common);
  command->footer(
      "Example:\n  mmdkit info samples/walk.vmd\n  mmdkit info --json dance.vmd | jq "
      ".files[0].counts");
  command->callback([options, &exit] { exit = run(*options); });
}

}  // namespace mmdkit::app
