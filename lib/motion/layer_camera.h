#pragma once

#include "base/diagnostics.h"
#include "format/vmd.h"
#include "motion/layers.h"

namespace mmdkit {

/// Fills camera, light and shadow keys of `out`, each section from the base if it has keys there,
/// else from the first layer that has some.
///
/// Records stay as they are but for the frame, which follows the time of the layer; where that is
/// no whole frame it is rounded, with the warning `bake-camera-rounded`. Keys outside the output
/// frames are left out; none is made at the cut.
void bake_camera(const LoadedStack& stack, Vmd& out, Diagnostics& diagnostics);

}  // namespace mmdkit
