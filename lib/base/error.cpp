#include "base/error.h"

#include <utility>

namespace mmdkit {

Error Error::in(std::string_view step) && {
  std::string trail(step);
  trail += ": ";
  trail += message;
  return {code, std::move(trail)};
}

}  // namespace mmdkit
