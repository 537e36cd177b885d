#include <cstdio>

#include "base/output_file.h"
#include "bench_motion.h"
#include "format/vmd_writer.h"

// Writes the motion of the reading benchmarks, for peers to read.
int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto bytes = mmdkit::write_vmd(mmdkit::bench::big_motion());
  const auto written = mmdkit::write_file(argv[1], bytes, true);
  if (!written) std::fprintf(stderr, "%s\n", written.error().message.c_str());
  return written ? 0 : 4;
}
