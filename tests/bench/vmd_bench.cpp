#include <benchmark/benchmark.h>

#include "bench_motion.h"
#include "format/vmd_reader.h"
#include "format/vmd_writer.h"
#include "motion/motion_vmd.h"

namespace mmdkit {
namespace {

const std::vector<std::byte>& big_file() {
  static const std::vector<std::byte> bytes = write_vmd(bench::big_motion());
  return bytes;
}

void count_faults(benchmark::State& state, std::int64_t before) {
  state.counters["minor_faults"] = benchmark::Counter(
      static_cast<double>(bench::minor_faults() - before), benchmark::Counter::kAvgIterations);
}

void BM_ReadVmd(benchmark::State& state) {
  const auto& bytes = big_file();
  const std::int64_t before = bench::minor_faults();
  for (auto _ : state) {
    Diagnostics diagnostics;
    auto vmd = read_vmd(bytes, diagnostics);
    benchmark::DoNotOptimize(vmd);
  }
  count_faults(state, before);
}
BENCHMARK(BM_ReadVmd)->Unit(benchmark::kMillisecond);

void BM_WriteVmd(benchmark::State& state) {
  Diagnostics diagnostics;
  const Vmd vmd = *read_vmd(big_file(), diagnostics);
  const std::int64_t before = bench::minor_faults();
  for (auto _ : state) {
    auto bytes = write_vmd(vmd);
    benchmark::DoNotOptimize(bytes);
  }
  count_faults(state, before);
}
BENCHMARK(BM_WriteVmd)->Unit(benchmark::kMillisecond);

// Reading plus tracks sorted by time: what a player does when it loads a motion.
void BM_ReadVmdToTracks(benchmark::State& state) {
  const auto& bytes = big_file();
  auto codec = NameCodec::open(NameEncoding::kCp932);
  const std::int64_t before = bench::minor_faults();
  for (auto _ : state) {
    Diagnostics diagnostics;
    const auto vmd = read_vmd(bytes, diagnostics);
    auto motion = build_motion(*vmd, {}, *codec);
    benchmark::DoNotOptimize(motion);
  }
  count_faults(state, before);
}
BENCHMARK(BM_ReadVmdToTracks)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mmdkit
