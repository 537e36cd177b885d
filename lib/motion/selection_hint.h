#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/name_codec.h"
#include "format/name_table.h"

namespace mmdkit {

/// Why the literal `term` may have matched none of `names`, for a person: a name that looks alike
/// in another width, or the `--name-encoding` under which it would match. Empty if nothing is near.
std::string selection_hint(std::string_view term, std::span<const FileName> names,
                           NameEncoding encoding);

}  // namespace mmdkit
