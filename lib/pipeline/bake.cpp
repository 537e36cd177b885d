#include "pipeline/bake.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/output_file.h"
#include "format/vmd_writer.h"
#include "pipeline/load.h"
#include "pipeline/stack_file.h"

namespace mmdkit {
namespace {

Result<FrameRange> output_frames(const LoadedStack& stack,
                                 const std::optional<FrameRange>& wanted) {
  const double end = std::ceil(natural_end(stack));
  constexpr double kLargest = 2147483647;  // MMD holds frames as signed numbers
  if (!wanted && end + 1 > kMostBakeFrames)
    return fail(
        {ErrorCode::kMalformed,
         fmt::format("frames 0:{:.0f} are more than {:.0f}; give --frames A:B to bake a part", end,
                     kMostBakeFrames)});
  FrameRange range = wanted.value_or(FrameRange{});
  if (range.last == FrameRange{}.last)
    range.last = static_cast<std::uint32_t>(std::min(end, kLargest));
  if (static_cast<double>(range.last) > kLargest)
    return fail({ErrorCode::kUsage, "frames above 2147483647 cannot be stored"});
  if (range.last < range.first)
    return fail({ErrorCode::kUsage,
                 fmt::format("the stack ends at frame {:.0f}, before {}", end, range.first)});
  return range;
}

Status check_finite(const Vmd& vmd) {
  const auto finite = [](float v) { return std::isfinite(v); };
  for (const VmdBoneKey& key : vmd.bone_keys)
    if (!std::ranges::all_of(key.translation, finite) || !std::ranges::all_of(key.rotation, finite))
      return fail(
          {ErrorCode::kUnsupported,
           fmt::format("frame {}: a blended value is beyond what a VMD can hold", key.frame)});
  for (const VmdMorphKey& key : vmd.morph_keys)
    if (!finite(key.weight))
      return fail({ErrorCode::kUnsupported,
                   fmt::format("frame {}: a blended morph weight is beyond what a VMD can hold",
                               key.frame)});
  return {};
}

/// True if both paths lead to one file, which need not exist yet.
bool same_target(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return a == b;
  std::error_code failed;
  const auto canonical = [&failed](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, failed), failed);
  };
  return is_same_file(a, b) || canonical(a) == canonical(b);
}

Status check_request(const BakeJob& job) {
  if (Status valid = validate(job.stack); !valid) return valid;
  std::size_t from_stdin = 0;
  if (job.stack.base && job.stack.base->path == "-") ++from_stdin;
  for (const Layer& layer : job.stack.layers)
    if (layer.file.path == "-") ++from_stdin;
  if (from_stdin > 1) return fail({ErrorCode::kUsage, "standard input can be read only once"});
  if (from_stdin > 0 && job.save_stack)
    return fail({ErrorCode::kUsage, "--save-stack: a stack cannot name standard input"});
  if (Status free = check_output(job.output, job.overwrite); !free)
    return fail(std::move(free.error()).in(output_label(job.output)));
  if (!job.save_stack) return {};
  if (same_target(*job.save_stack, job.output))
    return fail({ErrorCode::kUsage, "the motion and --save-stack need two files"});
  // Not even with --force: the stack could not be baked again.
  bool names_itself = job.stack.base && same_target(*job.save_stack, job.stack.base->path);
  for (const Layer& layer : job.stack.layers)
    names_itself |= same_target(*job.save_stack, layer.file.path);
  if (names_itself)
    return fail({ErrorCode::kUsage, "--save-stack would replace a motion that the stack names"});
  if (Status free = check_output(*job.save_stack, job.overwrite); !free)
    return fail(std::move(free.error()).in(output_label(*job.save_stack)));
  return {};
}

/// One output, filled but without its name yet.
Result<OutputFile> prepare(const std::string& path, std::span<const std::byte> bytes,
                           bool overwrite) {
  auto file = OutputFile::create(path, overwrite);
  if (!file) return fail(std::move(file.error()).in(output_label(path)));
  Status written = file->write(bytes);
  if (written) written = file->flush();
  if (!written) return fail(std::move(written.error()).in(output_label(path)));
  return file;
}

Status finish(OutputFile& file, const std::string& path) {
  if (Status named = file.commit(); !named)
    return fail(std::move(named.error()).in(output_label(path)));
  spdlog::debug("{}: written", output_label(path));
  return {};
}

/// Both files are filled before either gets its name, so that one failing leaves both as they were.
Status write_outputs(const BakeJob& job, const LayerStack& stack,
                     std::span<const std::byte> motion) {
  std::optional<OutputFile> stack_file;
  if (job.save_stack) {
    auto text = stack_file_text(stack, *job.save_stack);
    if (!text) return fail(std::move(text.error()).in(output_label(*job.save_stack)));
    auto file = prepare(*job.save_stack, std::as_bytes(std::span(*text)), job.overwrite);
    if (!file) return fail(std::move(file.error()));
    stack_file = std::move(*file);
  }
  auto motion_file = prepare(job.output, motion, job.overwrite);
  if (!motion_file) return fail(std::move(motion_file.error()));
  if (Status done = finish(*motion_file, job.output); !done) return done;
  return stack_file ? finish(*stack_file, *job.save_stack) : Status{};
}

}  // namespace

Result<BakeOutcome> bake(const BakeJob& job) {
  if (Status request = check_request(job); !request) return fail(std::move(request.error()));
  auto codec = NameCodec::open(job.stack.name_encoding);
  if (!codec) return fail(std::move(codec.error()));
  BakeOutcome outcome;
  auto inputs = read_stack_inputs(job.stack, job.on_layer_error, *codec, outcome.diagnostics);
  if (!inputs) return fail(std::move(inputs.error()));
  outcome.layers = std::move(inputs->layers);
  LoadedStack& stack = inputs->loaded;
  const auto frames = output_frames(stack, job.stack.frames);
  if (!frames) return fail(frames.error());
  stack.frames = outcome.frames = *frames;

  std::vector<std::byte> baked_bytes;
  std::span<const std::byte> motion;
  const bool may_copy = !job.stack.frames && !job.stack.origin_key;
  const MotionSource* whole = may_copy ? whole_file_source(stack) : nullptr;
  if (whole != nullptr) {
    outcome.copied_from = whole->label;
    outcome.bone_keys = whole->vmd.bone_keys.size();
    outcome.morph_keys = whole->vmd.morph_keys.size();
    motion = whole->bytes;
  } else {
    BakedMotion baked = bake(stack, job.threads, outcome.diagnostics);
    if (Status finite = check_finite(baked.vmd); !finite) return fail(std::move(finite.error()));
    outcome.bone_keys = baked.vmd.bone_keys.size();
    outcome.morph_keys = baked.vmd.morph_keys.size();
    outcome.bones = std::move(baked.bones);
    outcome.morphs = std::move(baked.morphs);
    baked_bytes = write_vmd(baked.vmd);
    motion = baked_bytes;
  }
  if (Status strict = check_strict(outcome.diagnostics, job.strict); !strict)
    return fail(std::move(strict.error()));
  if (Status written = write_outputs(job, inputs->used, motion); !written)
    return fail(std::move(written.error()));
  return outcome;
}

}  // namespace mmdkit
