#pragma once

#include <cstddef>
#include <vector>

#include "motion/filter.h"

namespace mmdkit {

/// The property keys that stay, in file order and with their final IK lists; frames are those of
/// the file, but for the copy that keeps the state at the start of the range. Fills in the property
/// part of `report`. Fails as `Selection::apply` does.
Result<std::vector<VmdPropertyKey>> filter_properties(const VmdLayout& layout,
                                                      const FilterOptions& options,
                                                      NameCodec& codec, FilterReport& report);

}  // namespace mmdkit
