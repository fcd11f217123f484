#pragma once

#include <vector>

#include "sim/model/plan.hpp"
#include "sim/model/units.hpp"

namespace warpshop::order {

/// Johnson's rule for two machines with times a and b: tasks with a ≤ b by increasing a, then the others by decreasing
/// b; tied() times keep input order.
Order johnson_rule(const std::vector<Millis>& a, const std::vector<Millis>& b);

}  // namespace warpshop::order
