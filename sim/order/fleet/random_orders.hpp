#pragma once

#include <cstddef>

#include "sim/model/cost_distribution.hpp"
#include "sim/model/fleet.hpp"
#include "sim/order/fleet/deal.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

/// Many random orders, and the one among them with the median cost.
struct RandomOrders {
  CostDistribution distribution;
  Planned median;  ///< the first of those that cost distribution.median
};

/// So many orders by the policy `random`, at least one, and what each costs in the contended model. Drawn
/// independently of each other, with repetitions; the first one is that of options.seed itself.
RandomOrders random_orders(const Fleet& fleet, const Dealt& dealt, const PlanOptions& options, std::size_t count);

}  // namespace warpshop::order
