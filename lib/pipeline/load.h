#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/input_file.h"
#include "base/result.h"
#include "format/vmd_layout.h"

namespace mmdkit {

/// How messages call an input: its path, or `standard input` for `-`.
std::string input_label(const std::string& path);

/// The same for an output: `standard output` for `-`.
std::string output_label(const std::string& path);

/// One motion file, opened and scanned.
struct LoadedVmd {
  InputFile file;
  VmdLayout layout;         ///< Of `file`; stays valid when the struct is moved.
  Diagnostics diagnostics;  ///< Of its structure.
};

/// Opens and scans `path` (`-`: standard input). Fails as `InputFile::open` and `scan_vmd` do, with
/// the label in front.
Result<LoadedVmd> load_vmd(const std::string& path);

/// With `--strict` the first warning is an error (`kMalformed`); without, this is always fine.
Status check_strict(const Diagnostics& diagnostics, bool strict);

}  // namespace mmdkit
