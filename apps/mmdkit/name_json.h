#pragma once

#include <nlohmann/json.hpp>

#include "base/diagnostics.h"
#include "base/error.h"
#include "format/name_table.h"

namespace mmdkit::app {

/// Sets `name`, and for a name that its text does not tell in full also `bytes` (hexadecimal) and
/// `cut` or `malformed`.
void set_name(nlohmann::ordered_json& json, const FileName& name);

/// `[{"id", "count", "first", "message"}, ...]`.
nlohmann::ordered_json to_json(const Diagnostics& diagnostics);

}  // namespace mmdkit::app
