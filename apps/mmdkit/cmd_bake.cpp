#include <fmt/format.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>

#include "apps/mmdkit/commands.h"
#include "apps/mmdkit/common_options.h"
#include "apps/mmdkit/name_json.h"
#include "apps/mmdkit/table.h"
#include "base/parallel.h"
#include "base/unicode.h"
#include "motion/layer_text.h"
#include "pipeline/bake.h"
#include "pipeline/load.h"
#include "pipeline/stack_file.h"

namespace mmdkit::app {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::optional<std::string> base, stack, save_stack;
  std::vector<std::string> layers;
  std::optional<std::string> mode, keys, curves, frames;
  std::string on_layer_error = "fail";
  bool origin_key = false;
  unsigned jobs = hardware_threads();
  OutputOptions output;
  CommonOptions common;
};

template <class T>
Status set(T& target, const std::optional<std::string>& text, Result<T> (*parse)(std::string_view),
           std::string_view option) {
  if (!text) return {};
  auto value = parse(*text);
  if (!value) return fail(std::move(value.error()).in(option));
  target = std::move(*value);
  return {};
}

Result<LayerErrorPolicy> parse_policy(std::string_view text) {
  if (text == "fail") return LayerErrorPolicy::kFail;
  if (text == "skip") return LayerErrorPolicy::kSkip;
  if (text == "base") return LayerErrorPolicy::kBase;
  return fail(
      {ErrorCode::kUsage, fmt::format("unknown policy '{}'; known: fail, skip, base", text)});
}

/// The files: of `--stack`, or of BASE and `--layer`.
Result<LayerStack> files_of(const Options& options) {
  if (options.stack && (options.base || !options.layers.empty()))
    return fail({ErrorCode::kUsage, "--stack goes with neither a base motion nor --layer"});
  if (options.stack) return load_stack(*options.stack);
  LayerStack stack;
  if (options.base) stack.base = StackFile{*options.base, ""};
  for (const std::string& text : options.layers) {
    auto layer = parse_layer(text);
    if (!layer) return fail(std::move(layer.error()).in(fmt::format("--layer '{}'", text)));
    stack.layers.push_back(std::move(*layer));
  }
  return stack;
}

/// The job of the command line. What is given there wins over the stack file.
Result<BakeJob> make_job(const Options& options) {
  auto stack = files_of(options);
  if (!stack) return fail(std::move(stack.error()));
  BakeJob job;
  job.stack = std::move(*stack);
  std::optional<FrameRange>& frames = job.stack.frames;
  FrameRange range;
  const std::optional<std::string> policy = options.on_layer_error;
  for (Status status : {set(job.stack.mode, options.mode, parse_blend_mode, "--mode"),
                        set(job.stack.keys, options.keys, parse_key_placement, "--keys"),
                        set(job.stack.curves, options.curves, parse_curve_solver, "--curves"),
                        set(job.stack.name_encoding, options.common.name_encoding,
                            parse_name_encoding, "--name-encoding"),
                        set(range, options.frames, parse_frame_range, "--frames"),
                        set(job.on_layer_error, policy, parse_policy, "--on-layer-error")})
    if (!status) return fail(std::move(status.error()));
  if (options.frames) frames = range;
  if (options.origin_key) job.stack.origin_key = true;
  job.output = options.output.path;
  job.overwrite = options.output.force;
  job.save_stack = options.save_stack;
  job.strict = options.common.strict;
  job.threads = options.jobs;
  return job;
}

Json tracks_json(const std::vector<BakedTrack>& tracks, NameCodec& codec) {
  Json json = Json::array();
  for (const BakedTrack& track : tracks) {
    Json row;
    set_name(row, {track.name, codec.decode(track.name)});
    row["keys"] = track.keys;
    row["records_of"] = track.kept_from.empty() ? Json(nullptr) : Json(track.kept_from);
    json.push_back(std::move(row));
  }
  return json;
}

Json report_json(const BakeJob& job, const BakeOutcome& outcome, NameCodec& codec) {
  Json json = {{"format", "mmdkit.bake"}, {"version", 1}};
  json["output"] = output_label(job.output);
  json["mode"] = to_text(job.stack.mode);
  json["frames"] = {outcome.frames.first, outcome.frames.last};
  json["copied_from"] = outcome.copied_from.empty() ? Json(nullptr) : Json(outcome.copied_from);
  json["layers"] = Json::array();
  for (const UsedLayer& layer : outcome.layers)
    json["layers"].push_back({{"id", printable(layer.id)},
                              {"file", layer.file},
                              {"bones", layer.bones},
                              {"morphs", layer.morphs}});
  json["keys"] = {{"bone", outcome.bone_keys}, {"morph", outcome.morph_keys}};
  json["bones"] = tracks_json(outcome.bones, codec);
  json["morphs"] = tracks_json(outcome.morphs, codec);
  json["warnings"] = to_json(outcome.diagnostics);
  return json;
}

std::string report_text(const BakeJob& job, const BakeOutcome& outcome) {
  std::string text =
      fmt::format("{}: frames {}:{}, {} bone keys, {} morph keys\n", output_label(job.output),
                  outcome.frames.first, outcome.frames.last, outcome.bone_keys, outcome.morph_keys);
  if (!outcome.copied_from.empty())
    return text + fmt::format("  a copy of {}, byte for byte\n", outcome.copied_from);
  std::size_t kept = 0;
  for (const auto* tracks : {&outcome.bones, &outcome.morphs})
    for (const BakedTrack& track : *tracks)
      if (!track.kept_from.empty()) ++kept;
  const std::size_t all = outcome.bones.size() + outcome.morphs.size();
  text += fmt::format("  {} of {} tracks keep the records of one source, {} are sampled\n", kept,
                      all, all - kept);
  if (outcome.layers.empty()) return text;
  Table layers(true);
  layers.row({"layer", "bones", "morphs"});
  for (const UsedLayer& layer : outcome.layers)
    layers.row({layer.file, std::to_string(layer.bones), std::to_string(layer.morphs)});
  return text + layers.text(2);
}

Exit run(const Options& options) {
  apply(options.common);
  if (const Status streams = check_streams(options.common, options.output); !streams)
    return print_failure(streams.error());
  if (options.save_stack == "-" && (options.common.json || options.output.path == "-"))
    return print_failure(
        {ErrorCode::kUsage, "--save-stack - and another output both want standard output"});
  const auto job = make_job(options);
  if (!job) return print_failure(job.error());
  const auto outcome = bake(*job);
  if (!outcome) return print_failure(outcome.error());
  warn(outcome->diagnostics, "");
  Status printed;
  if (options.common.json) {
    auto codec = NameCodec::open(job->stack.name_encoding);
    if (!codec) return print_failure(codec.error());
    printed = print_json(report_json(*job, *outcome, *codec).dump(2));
  } else if (!options.common.quiet) {
    printed = print_text(report_text(*job, *outcome), true);
  }
  return printed ? Exit::kOk : print_failure(printed.error());
}

}  // namespace

void add_bake(CLI::App& app, Exit& exit) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("bake", "Blend weighted layers over a base into one motion");
  command->add_option("base", options->base,
                      "Base VMD; layers blend toward it; - is standard input");
  command
      ->add_option("--layer", options->layers,
                   "FILE,key=value,...  Keys: weight mode fade-in fade-out offset range speed loop "
                   "bones morphs enabled reference id. May be given again")
      ->allow_extra_args(false);
  command->add_option("--stack", options->stack, "Read base, layers and settings from a JSON file");
  command->add_option("--save-stack", options->save_stack, "Write the whole configuration as JSON");
  add_output_options(*command, options->output);
  command->add_option("--mode", options->mode,
                      "How layers blend: mean (default), sequential, normalized, composite");
  command->add_option("--frames", options->frames, "Output frames, FIRST:LAST, both included");
  command->add_option("--keys", options->keys, "auto (default), or every-frame for dense keys");
  command->add_option("--curves", options->curves,
                      "exact (default), or bisect15 to solve curves as babylon-mmd does");
  command->add_flag("--mmd-origin-key", options->origin_key,
                    "Begin tracks without a key at frame 0 at rest, as MMD does");
  command
      ->add_option("--on-layer-error", options->on_layer_error,
                   "fail, skip the layer, or bake the base alone")
      ->capture_default_str();
  command->add_option("-j,--jobs", options->jobs, "Threads; the output does not depend on it")
      ->check(CLI::Range(1U, 1024U));
  add_common_options(*command, options->common);
  command->footer(
      "A layer without bones= moves the ten upper-body bones; bones=* moves all.\n\n"
      "Example:\n"
      "  mmdkit bake samples/walk.vmd -o out.vmd \\\n"
      "    --layer 'samples/wave.vmd,weight=0.8,bones=[set:arms]' \\\n"
      "    --layer 'samples/head_turn.vmd,weight=0.5,bones=[首,頭]'");
  command->callback([options, &exit] { exit = run(*options); });
}

}  // namespace mmdkit::app
