#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "apps/mmdkit/commands.h"
#include "apps/mmdkit/common_options.h"
#include "apps/mmdkit/name_json.h"
#include "apps/mmdkit/table.h"
#include "pipeline/filter.h"
#include "pipeline/load.h"

namespace mmdkit::app {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  FilterJob job;
  OutputOptions output;
  CommonOptions common;
};

Json counts_json(const KeptCount& counts) {
  return {{"kept", counts.kept}, {"dropped", counts.dropped}};
}

Json names_json(const std::vector<NameCount>& names) {
  Json json = Json::array();
  for (const NameCount& each : names) {
    Json row;
    set_name(row, each.name);
    row.update(counts_json(each.keys));
    json.push_back(std::move(row));
  }
  return json;
}

Json terms_json(const std::optional<SelectedNames>& terms) {
  if (!terms) return nullptr;
  Json json = Json::array();
  for (const TermUse& use : terms->uses) {
    Json row = {{"term", use.term}, {"names", use.matched}};
    if (use.by_cut) row["by_cut"] = true;
    if (!use.hint.empty()) row["hint"] = use.hint;
    json.push_back(std::move(row));
  }
  return json;
}

Json report_json(const Options& options, const FilterOutcome& outcome) {
  const FilterReport& report = outcome.report;
  Json json = {{"format", "mmdkit.filter"}, {"version", 1}};
  json["input"] = input_label(options.job.input);
  json["output"] = output_label(options.job.output);
  json["unchanged"] = report.unchanged;
  for (std::size_t i = 0; i < kVmdSectionCount; ++i)
    json["sections"][to_text(static_cast<VmdSectionId>(i))] = counts_json(report.sections[i]);
  json["shifted_by"] = report.shifted_by;
  json["state_copied_from"] =
      report.state_copied_from ? Json(*report.state_copied_from) : Json(nullptr);
  json["bones"] = names_json(report.bones);
  json["morphs"] = names_json(report.morphs);
  json["ik_names"] = names_json(report.ik_names);
  json["terms"] = {{"bones", terms_json(report.bone_terms)},
                   {"morphs", terms_json(report.morph_terms)},
                   {"ik_names", terms_json(report.ik_terms)}};
  json["warnings"] = to_json(outcome.diagnostics);
  return json;
}

std::string names_text(std::string_view title, const std::vector<NameCount>& names) {
  if (names.empty()) return {};
  Table table(true);
  table.row({std::string(title), "kept", "dropped"});
  for (const NameCount& each : names)
    table.row(
        {display(each.name), std::to_string(each.keys.kept), std::to_string(each.keys.dropped)});
  return "\n" + table.text(2);
}

std::string report_text(const Options& options, const FilterReport& report) {
  Table sections(true);
  sections.row({"section", "kept", "dropped"});
  for (std::size_t i = 0; i < kVmdSectionCount; ++i)
    sections.row({std::string(to_text(static_cast<VmdSectionId>(i))),
                  std::to_string(report.sections[i].kept),
                  std::to_string(report.sections[i].dropped)});
  std::string text =
      fmt::format("{} -> {}{}\n", input_label(options.job.input), output_label(options.job.output),
                  report.unchanged ? ": unchanged, byte for byte" : "");
  if (report.shifted_by != 0) text += fmt::format("  moved {} frames earlier\n", report.shifted_by);
  if (report.state_copied_from)
    text += fmt::format("  IK and visibility at the start are those of frame {}\n",
                        *report.state_copied_from);
  text += sections.text(2);
  text += names_text("bone", report.bones) + names_text("morph", report.morphs) +
          names_text("IK name", report.ik_names);
  return text;
}

Exit run(Options& options) {
  apply(options.common);
  const auto encoding = parse_name_encoding(options.common.name_encoding.value_or("cp932"));
  if (!encoding) return print_failure(encoding.error());
  if (const Status streams = check_streams(options.common, options.output); !streams)
    return print_failure(streams.error());
  options.job.name_encoding = *encoding;
  options.job.strict = options.common.strict;
  options.job.output = options.output.path;
  options.job.overwrite = options.output.force;
  const auto outcome = filter(options.job);
  if (!outcome) return print_failure(outcome.error());
  warn(outcome->diagnostics, input_label(options.job.input));
  Status printed;
  if (options.common.json)
    printed = print_json(report_json(options, *outcome).dump(2));
  else if (!options.common.quiet)
    printed = print_text(report_text(options, outcome->report), true);
  return printed ? Exit::kOk : print_failure(printed.error());
}

}  // namespace

void add_filter(CLI::App& app, Exit& exit) {
  auto options = std::make_shared<Options>();
  FilterJob& job = options->job;
  CLI::App* command =
      app.add_subcommand("filter", "Keep some bones, morphs, frames or sections of a motion");
  command->add_option("input", job.input, "VMD file; - is standard input")->required();
  add_output_options(*command, options->output);
  command->add_option(
      "--bones", job.bones,
      "Bones to keep: names, * and ?, !drop, set:NAME, @file, re:REGEX; comma-separated");
  command->add_option("--morphs", job.morphs, "Morphs to keep, in the same language");
  command->add_option("--ik-names", job.ik_names,
                      "IK bones whose switches stay in the property keys, in the same language");
  command->add_option("--frames", job.frames,
                      "Frames to keep, FIRST:LAST, both included; an end may be open");
  command->add_flag("--shift", job.shift, "Move everything so that the first kept frame becomes 0");
  command
      ->add_option("--sections", job.sections,
                   "Sections to keep: bone,morph,camera,light,shadow,property")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_common_options(*command, options->common);
  command->footer(
      "Records are copied, never encoded anew; without a drop the output is the input.\n\n"
      "Example:\n  mmdkit filter samples/walk.vmd -o legs.vmd --bones 'set:legs,センター'");
  command->callback([options, &exit] { exit = run(*options); });
}

}  // namespace mmdkit::app
