#include "sim/order/fleet/random_orders.hpp"

#include <algorithm>
#include <vector>

#include "sim/model/fingerprint.hpp"
#include "sim/order/fleet/fleet_plan.hpp"

namespace warpshop::order {

RandomOrders random_orders(const Fleet& fleet, const Dealt& dealt, const PlanOptions& options, std::size_t count) {
  const Policy& random = find_policy("random");
  const auto drawn = [&](std::size_t draw) {
    PlanOptions own = options;
    own.seed = draw == 0 ? options.seed : mixed(options.seed, draw);
    return plan(random, fleet, dealt, own);
  };
  std::vector<Millis> costs;
  costs.reserve(count);
  for (std::size_t draw = 0; draw < count; ++draw) {
    costs.push_back(drawn(draw).predicted);
  }
  const CostDistribution distribution = distribution_of(costs);
  const auto median = std::find(costs.begin(), costs.end(), distribution.median);
  return {.distribution = distribution, .median = drawn(static_cast<std::size_t>(median - costs.begin()))};
}

}  // namespace warpshop::order
