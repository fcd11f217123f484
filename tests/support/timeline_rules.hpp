#pragma once

#include <string>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::test {

/// Checks a timeline against the rules of the fluid model, from its intervals alone and with nothing of the
/// simulations: order and readiness of every stage, no idling, exclusion and who goes first, and that every payload
/// fits its interval at the rates that the overlaps give. Empty if all hold, else the first broken rule. Ordered
/// submission.
std::string broken_rule(const Instance& instance, const Plan& plan, const Timeline& timeline);

}  // namespace warpshop::test
