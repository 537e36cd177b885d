#include <benchmark/benchmark.h>

#include "bench_motion.h"
#include "format/vmd_writer.h"
#include "motion/bake.h"
#include "motion/motion_vmd.h"

namespace mmdkit {
namespace {

constexpr std::uint32_t kBones = 300;
constexpr std::uint32_t kLastFrame = 9999;

StackLayer layer(NameCodec& codec, double phase, double weight) {
  StackLayer layer;
  layer.layer.weight = {{0, weight}};
  layer.source.vmd = bench::moving_motion(kBones, kLastFrame + 1, 10, phase);
  layer.source.motion = build_motion(layer.source.vmd, {}, codec)->motion;
  layer.clock = make_clock(layer.layer, layer.source.motion.last_frame);
  return layer;
}

/// Three layers of 300 bones over 10,000 frames, all bones moving in all layers.
LoadedStack stack(BlendMode mode) {
  auto codec = NameCodec::open(NameEncoding::kCp932);
  LoadedStack stack;
  stack.mode = mode;
  stack.frames = {0, kLastFrame};
  stack.layers.push_back(layer(*codec, 0.0, 0.5));
  stack.layers.push_back(layer(*codec, 0.8, 0.3));
  stack.layers.push_back(layer(*codec, 1.9, 0.2));
  return stack;
}

void BM_SampleAndBlend(benchmark::State& state) {
  const LoadedStack three = stack(static_cast<BlendMode>(state.range(0)));
  const auto mixes = bone_mixes(three);
  std::int64_t evaluated = 0;
  for (auto _ : state)
    for (const BoneMix& mix : mixes) {
      MixCursor cursor;
      for (std::uint32_t frame = 0; frame <= kLastFrame; ++frame)
        benchmark::DoNotOptimize(evaluate(three, mix, frame, cursor));
      evaluated += kLastFrame + 1;
    }
  state.counters["per_bone_frame"] = benchmark::Counter(
      static_cast<double>(evaluated), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(BM_SampleAndBlend)
    ->ArgName("mode")
    ->Arg(static_cast<int>(BlendMode::kMean))
    ->Arg(static_cast<int>(BlendMode::kSequential))
    ->Arg(static_cast<int>(BlendMode::kComposite))
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1)
    ->Repetitions(3);

/// All of the same bake in memory: sampling, blending, keys, the file image.
void BM_BakeToBytes(benchmark::State& state) {
  const LoadedStack three = stack(BlendMode::kMean);
  for (auto _ : state) {
    Diagnostics diagnostics;
    auto bytes = write_vmd(bake(three, 1, diagnostics).vmd);
    benchmark::DoNotOptimize(bytes);
  }
}
BENCHMARK(BM_BakeToBytes)->Unit(benchmark::kMillisecond)->Iterations(1);

/// Writing of that bake alone: 3,000,000 keys, 333 MB.
void BM_WriteBake(benchmark::State& state) {
  const LoadedStack three = stack(BlendMode::kMean);
  Diagnostics diagnostics;
  const Vmd vmd = bake(three, 1, diagnostics).vmd;
  for (auto _ : state) {
    auto bytes = write_vmd(vmd);
    benchmark::DoNotOptimize(bytes);
  }
}
BENCHMARK(BM_WriteBake)->Unit(benchmark::kMillisecond)->Iterations(3);

}  // namespace
}  // namespace mmdkit
