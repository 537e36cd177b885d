#include "pipeline/filter.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <array>
#include <utility>

#include "base/output_file.h"
#include "pipeline/load.h"

namespace mmdkit {
namespace {

Result<std::optional<Selection>> compile(const std::optional<std::string>& text,
                                         std::string_view option, NameCodec& codec) {
  std::optional<Selection> compiled;
  if (!text) return compiled;
  const auto terms = selection_terms(*text);
  if (!terms) return fail(Error(terms.error()).in(option));
  auto selection = Selection::compile(*terms, codec);
  if (!selection) return fail(std::move(selection.error()).in(option));
  compiled = std::move(*selection);
  return compiled;
}

Result<std::array<bool, kVmdSectionCount>> parse_sections(const std::vector<std::string>& names) {
  std::array<bool, kVmdSectionCount> kept{};
  if (names.empty()) kept.fill(true);
  for (const std::string& name : names) {
    bool known = false;
    for (std::size_t i = 0; i < kVmdSectionCount; ++i)
      if (name == to_text(static_cast<VmdSectionId>(i))) known = kept[i] = true;
    if (!known)
      return fail({ErrorCode::kUsage,
                   fmt::format("--sections: unknown section '{}'; known: bone, morph, camera, "
                               "light, shadow, property",
                               name)});
  }
  return kept;
}

Result<FilterOptions> parse_options(const FilterJob& job, NameCodec& codec) {
  FilterOptions options;
  options.shift = job.shift;
  auto sections = parse_sections(job.sections);
  if (!sections) return fail(std::move(sections.error()));
  options.sections = *sections;
  if (job.frames) {
    auto range = parse_frame_range(*job.frames);
    if (!range) return fail(std::move(range.error()).in("--frames"));
    options.frames = *range;
  }
  auto bones = compile(job.bones, "--bones", codec);
  if (!bones) return fail(std::move(bones.error()));
  auto morphs = compile(job.morphs, "--morphs", codec);
  if (!morphs) return fail(std::move(morphs.error()));
  auto ik_names = compile(job.ik_names, "--ik-names", codec);
  if (!ik_names) return fail(std::move(ik_names.error()));
  options.bones = std::move(*bones);
  options.morphs = std::move(*morphs);
  options.ik_names = std::move(*ik_names);
  return options;
}

void report_terms(const FilterReport& report, Diagnostics& diagnostics) {
  if (report.bone_terms) report_selection(*report.bone_terms, "--bones", diagnostics);
  if (report.morph_terms) report_selection(*report.morph_terms, "--morphs", diagnostics);
  if (report.ik_terms) report_selection(*report.ik_terms, "--ik-names", diagnostics);
}

void report_empty_result(const FilterReport& report, Diagnostics& diagnostics) {
  std::uint64_t kept = 0, dropped = 0;
  for (const KeptCount& section : report.sections) {
    kept += section.kept;
    dropped += section.dropped;
  }
  if (kept == 0 && dropped > 0)
    diagnostics.add("filter-empty", "", fmt::format("all {} keys are dropped", dropped));
}

}  // namespace

Result<FilterOutcome> filter(const FilterJob& job) {
  auto codec = NameCodec::open(job.name_encoding);
  if (!codec) return fail(std::move(codec.error()));
  const auto options = parse_options(job, *codec);
  if (!options) return fail(options.error());
  auto loaded = load_vmd(job.input);
  if (!loaded) return fail(std::move(loaded.error()));
  auto plan = plan_filter(loaded->layout, *options, *codec);
  if (!plan) return fail(std::move(plan.error()));

  FilterOutcome outcome;
  outcome.diagnostics = std::move(loaded->diagnostics);
  report_terms(plan->report, outcome.diagnostics);
  report_empty_result(plan->report, outcome.diagnostics);
  if (Status strict = check_strict(outcome.diagnostics, job.strict); !strict)
    return fail(std::move(strict.error()).in(input_label(job.input)));

  auto output = OutputFile::create(job.output, job.overwrite);
  if (!output) return fail(std::move(output.error()).in(output_label(job.output)));
  Status written = write_filtered(loaded->layout, *plan,
                                  [&](std::span<const std::byte> b) { return output->write(b); });
  if (written) written = output->commit();
  if (!written) return fail(std::move(written.error()).in(output_label(job.output)));
  spdlog::debug("{}: written", output_label(job.output));
  outcome.report = std::move(plan->report);
  return outcome;
}

}  // namespace mmdkit
