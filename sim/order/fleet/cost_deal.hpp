#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

/// Which tasks each device gets, in input order, by what the fleet costs if neh-gpu orders them. From the deal of
/// `starts` that costs least, the exchanges of deal_search.hpp; where none is for the better, the deal is mixed up a
/// few times and improved anew. An exchange is for the better if the two devices cost less, or, on a bus, where they
/// hold others up, if all do. At least two devices.
///
/// budget: of which it takes time alone. spent_at_most: without that, where it ends: one for every task that a bound or
/// a precedence is looked at for, spent_on_plan() for a plan, 100 for every task that moves in a simulation of GPUs on
/// a bus.
std::vector<Order> deal_by_cost(const Fleet& fleet, Objective objective, std::span<const std::vector<Order>> starts,
                                const Budget& budget, std::int64_t spent_at_most);

/// n³ / 4 for a plan of n tasks.
std::int64_t spent_on_plan(std::size_t tasks);

}  // namespace warpshop::order
