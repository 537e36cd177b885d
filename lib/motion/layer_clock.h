#pragma once

#include <cstdint>
#include <limits>

#include "motion/layer_stack.h"

namespace mmdkit {

/// When a layer plays, which source frame it shows and how strongly.
///
/// Source frame A (the first of its range, else 0) shows at output frame A + offset; from there
/// time runs at `speed`. So a range alone moves nothing, and an offset moves everything.
struct LayerClock {
  double first = 0;  ///< Source frame at which a pass begins,
  double last = 0;   ///< and ends.
  double start = 0;  ///< Output frame at which the first pass begins,
  double end = 0;    ///< and the last pass ends; infinite if it loops forever.
  double speed = 1;
  bool looping = false;
  bool clips_source = false;                        ///< The range stops the source at `last`.
  bool bounded_start = false, bounded_end = false;  ///< Takes no part before start, after end.
};

/// `source_last_frame`: Motion::last_frame of the layer. Precondition: `validate` accepts it.
LayerClock make_clock(const Layer& layer, std::uint32_t source_last_frame);

/// Source frame shown at output frame `frame`; held at both ends of the play.
double source_frame(const LayerClock& clock, double frame);

/// Weight of `layer` at output frame `frame`, fades included; 0 where it takes no part.
double layer_weight(const Layer& layer, const LayerClock& clock, double frame);

/// True if no frame gives `layer` a weight above 0: disabled, or all weights 0.
bool is_silent(const Layer& layer);

/// The whole number by which the layer moves its source, if moving is all it does to time: no
/// loop, natural speed, whole offset.
bool moves_only(const Layer& layer, std::int64_t& frames);

}  // namespace mmdkit
