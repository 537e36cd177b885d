#include "pipeline/stack_inputs.h"

#include <fmt/format.h>

#include <utility>

#include "base/hash.h"
#include "format/vmd_check.h"
#include "format/vmd_reader.h"
#include "motion/bone_set.h"
#include "motion/motion_vmd.h"
#include "pipeline/load.h"

namespace mmdkit {
namespace {

/// One file, read; the bytes stay at hand for a copy.
struct ReadFile {
  InputFile file;
  MotionSource source;
  std::string sha256;
};

/// The files while they are being read.
struct ReadFiles {
  LayerStack stack;  ///< Without the layers that were given up; ids and digests set.
  std::optional<ReadFile> base;
  std::vector<ReadFile> layers;  ///< One per layer of `stack`.
};

Result<ReadFile> read_file(const StackFile& file, const MotionOptions& options, NameCodec& codec,
                           MotionSelections& selections, Diagnostics& diagnostics) {
  auto loaded = load_vmd(file.path);
  if (!loaded) return fail(std::move(loaded.error()));
  const std::string label = input_label(file.path);
  ReadFile read{std::move(loaded->file), {}, sha256_hex(loaded->layout.bytes)};
  read.source.label = label;
  read.source.bytes = read.file.bytes();
  read.source.vmd = read_vmd(loaded->layout);
  auto built = build_motion(read.source.vmd, options, codec);
  if (!built) return fail(std::move(built.error()).in(label));
  read.source.motion = std::move(built->motion);
  selections = std::move(built->selections);

  Diagnostics findings = std::move(loaded->diagnostics);
  check_vmd(read.source.vmd, codec, findings);
  diagnostics.append(findings, label);
  if (!file.sha256.empty() && file.sha256 != read.sha256)
    diagnostics.add("stack-file-changed", label,
                    "the file is not the one that the stack was saved with");
  return read;
}

Result<std::optional<Selection>> compile(const std::optional<std::vector<std::string>>& terms,
                                         NameCodec& codec) {
  std::optional<Selection> compiled;
  if (!terms) return compiled;
  auto selection = Selection::compile(*terms, codec);
  if (!selection) return fail(std::move(selection.error()));
  compiled = std::move(*selection);
  return compiled;
}

/// Reads layer `position` with the bones and morphs that it selects.
Result<ReadFile> read_layer(Layer& layer, std::size_t position, const LayerStack& stack,
                            NameCodec& codec, Diagnostics& diagnostics) {
  const std::string where =
      fmt::format("layer {} ({})", position + 1, input_label(layer.file.path));
  const bool by_default = !layer.bones;
  const auto terms = by_default ? *selection_terms(default_layer_bones()) : *layer.bones;
  auto bones = compile(terms, codec);
  if (!bones) return fail(std::move(bones.error()).in(where + ": bones"));
  auto morphs = compile(layer.morphs, codec);
  if (!morphs) return fail(std::move(morphs.error()).in(where + ": morphs"));
  MotionOptions options{std::move(*bones), std::move(*morphs), stack.origin_key};

  MotionSelections selections;
  Diagnostics findings;
  auto read = read_file(layer.file, options, codec, selections, findings);
  if (!read) return read;
  if (by_default && selections.dropped_bone_keys > 0)
    findings.add("bake-default-bones", where,
                 fmt::format("no bones given, so only the ten upper-body bones act; {} keys of {} "
                             "other bones do not (bones=* takes all)",
                             selections.dropped_bone_keys, selections.dropped_bones));
  if (layer.range && layer.range->first > read->source.motion.last_frame)
    findings.add("bake-range-outside", where,
                 fmt::format("the range begins behind frame {}, where the motion ends",
                             read->source.motion.last_frame));
  if (!by_default && selections.bones)
    report_selection(*selections.bones, where + " bones", findings);
  if (selections.morphs) report_selection(*selections.morphs, where + " morphs", findings);
  diagnostics.append(findings, "");
  layer.file.sha256 = read->sha256;
  if (layer.id.empty()) layer.id = layer_id(read->sha256, position);
  return read;
}

/// Reads all layers, or gives up those that fail as `policy` says.
Status read_layers(LayerErrorPolicy policy, NameCodec& codec, ReadFiles& inputs,
                   Diagnostics& diagnostics) {
  std::vector<Layer> wanted = std::exchange(inputs.stack.layers, {});
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    auto read = read_layer(wanted[i], i, inputs.stack, codec, diagnostics);
    if (read) {
      inputs.stack.layers.push_back(std::move(wanted[i]));
      inputs.layers.push_back(std::move(*read));
      continue;
    }
    const Error& error = read.error();
    if (policy == LayerErrorPolicy::kFail || error.code == ErrorCode::kUsage) return fail(error);
    if (policy == LayerErrorPolicy::kSkip) {
      diagnostics.add("bake-layer-skipped", error.message,
                      "a layer cannot be used and is left out");
      continue;
    }
    const bool first_serves = !inputs.base && i > 0 && !inputs.layers.empty();
    if (!inputs.base && !first_serves) return fail(error);
    inputs.stack.layers.resize(first_serves ? 1 : 0);
    inputs.layers.erase(inputs.layers.begin() + (first_serves ? 1 : 0), inputs.layers.end());
    diagnostics.add("bake-fallback", error.message,
                    first_serves ? "a layer cannot be used; the first layer alone is baked"
                                 : "a layer cannot be used; the base alone is baked");
    return {};
  }
  if (!inputs.base && inputs.layers.empty())
    return fail({ErrorCode::kMalformed, "no layer can be used, and there is no base"});
  return {};
}

Result<ReadFiles> read_files(const LayerStack& stack, LayerErrorPolicy policy, NameCodec& codec,
                             Diagnostics& diagnostics) {
  ReadFiles files;
  files.stack = stack;
  if (stack.base) {
    MotionOptions options;
    options.origin_key = stack.origin_key;
    MotionSelections unused;
    auto base = read_file(*stack.base, options, codec, unused, diagnostics);
    if (!base) return fail(std::move(base.error()));
    files.stack.base->sha256 = base->sha256;
    files.base = std::move(*base);
  }
  if (Status layers = read_layers(policy, codec, files, diagnostics); !layers)
    return fail(std::move(layers.error()));
  return files;
}

UsedLayer used_layer(const Layer& layer, const MotionSource& source) {
  return {layer.id, source.label, static_cast<std::uint32_t>(source.motion.bones.size()),
          static_cast<std::uint32_t>(source.motion.morphs.size())};
}

}  // namespace

Result<StackInputs> read_stack_inputs(const LayerStack& stack, LayerErrorPolicy policy,
                                      NameCodec& codec, Diagnostics& diagnostics) {
  auto files = read_files(stack, policy, codec, diagnostics);
  if (!files) return fail(std::move(files.error()));
  StackInputs inputs;
  inputs.used = std::move(files->stack);
  LoadedStack& loaded = inputs.loaded;
  loaded.mode = stack.mode;
  loaded.curves = stack.curves;
  loaded.keys = stack.keys;
  if (files->base) {
    loaded.base = std::move(files->base->source);
    inputs.files.push_back(std::move(files->base->file));
  }
  for (std::size_t i = 0; i < files->layers.size(); ++i) {
    const Layer& layer = inputs.used.layers[i];
    MotionSource& source = files->layers[i].source;
    inputs.files.push_back(std::move(files->layers[i].file));
    inputs.layers.push_back(used_layer(layer, source));
    if (is_silent(layer)) continue;
    loaded.layers.push_back(
        {layer, make_clock(layer, source.motion.last_frame), std::move(source)});
  }
  return inputs;
}

}  // namespace mmdkit
