#pragma once

#include <span>

#include "sim/model/validation.hpp"

namespace warpshop::report {

/// errors: each |predicted - measured| / measured.
ErrorSpread error_spread(std::span<const double> errors);

}  // namespace warpshop::report
