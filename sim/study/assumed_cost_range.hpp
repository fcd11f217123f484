#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/model/assumed_costs.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::study {

/// The plan once more with changes of context that take as little, and as much, as they may: see
/// context_switch_range(), and with a patience at both ends, see share::patience_range(). Nothing where changes were
/// measured, or the plan costs and ends the same at all of them.
std::optional<AssumedCosts> assumed_costs(const Fleet& fleet, const Plan& plan, Objective objective);

/// Numbers of a way of sharing that switches contexts which nobody gave, where it has several clients: these are taken
/// for usual ones that nobody publishes. Such as `timeslice.slice`, `timeslice.patience`.
std::vector<std::string> assumed_numbers(const Fleet& fleet, const Plan& plan);

}  // namespace warpshop::study
