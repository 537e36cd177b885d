#pragma once

#include "base/diagnostics.h"
#include "base/name_codec.h"
#include "format/vmd.h"

namespace mmdkit {

/// Looks at every value of `vmd` and reports what is odd but readable; ids in docs/warnings.md.
///
/// Non-finite numbers, quaternions that are zero or far from unit, curve handles above 127, curves
/// of the first row only, frames above 2147483647, keys of one name and frame, names that `codec`
/// cannot decode (with the encodings that could), camera and model keys in one file, and camera
/// motions without the name by which MMD knows them.
void check_vmd(const Vmd& vmd, NameCodec& codec, Diagnostics& diagnostics);

}  // namespace mmdkit
