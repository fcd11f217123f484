#pragma once

#include <optional>

#include "sim/model/assumed_costs.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::study {

/// The plan once more with changes of context that take as little, and as much, as they may: see
/// context_switch_range(). Nothing where that was measured, or the plan costs and ends the same at both ends.
std::optional<AssumedCosts> assumed_costs(const Fleet& fleet, const Plan& plan, Objective objective);

}  // namespace warpshop::study
