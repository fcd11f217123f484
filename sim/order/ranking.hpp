#pragma once

#include <vector>

#include "sim/model/plan.hpp"
#include "sim/model/units.hpp"

namespace warpshop::order {

/// Positions by decreasing key; equal keys (tied()) keep input order. A run of tied keys is counted from its largest.
Order by_decreasing(const std::vector<Millis>& keys);

/// The same, and among equal keys by decreasing second key.
Order by_decreasing(const std::vector<Millis>& keys, const std::vector<Millis>& second);

}  // namespace warpshop::order
