#pragma once

#include <tl/expected.hpp>
#include <utility>

#include "base/error.h"

namespace mmdkit {

/// A value, or the one error that kept it from being made.
template <class T>
using Result = tl::expected<T, Error>;

/// Success, or an error.
using Status = Result<void>;

/// Wraps an error for returning from a function that gives a `Result`.
inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

}  // namespace mmdkit
