#pragma once

#include <optional>
#include <string>

#include "sim/model/assumed_costs.hpp"
#include "sim/model/comparison.hpp"

namespace warpshop::report {

/// What changes of context are assumed to take, and what that makes of each policy's makespan; that none is marked as
/// the best, where it is so. A line with its end; empty: nothing rests on it.
std::string assumed_costs_line(const Comparison& comparison);
/// The same of one plan.
std::string assumed_costs_line(const std::optional<AssumedCosts>& costs);

}  // namespace warpshop::report
