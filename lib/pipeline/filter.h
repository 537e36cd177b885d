#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "motion/filter.h"

namespace mmdkit {

/// What `filter` was asked to do, texts as the command line has them.
struct FilterJob {
  std::string input;   ///< Path, or `-`.
  std::string output;  ///< Path, or `-`.
  bool overwrite = false;
  bool strict = false;
  NameEncoding name_encoding = NameEncoding::kCp932;
  std::optional<std::string> bones, morphs, ik_names;  ///< Selections.
  std::optional<std::string> frames;                   ///< `A:B`.
  std::vector<std::string> sections;                   ///< Names; empty: all.
  bool shift = false;
};

struct FilterOutcome {
  FilterReport report;
  Diagnostics diagnostics;
};

/// Filters one file. On failure the output is as it was before. Fails with `kUsage` on a bad
/// selection, range or section name, else as reading and writing do; with `strict`, on the first
/// warning.
Result<FilterOutcome> filter(const FilterJob& job);

}  // namespace mmdkit
