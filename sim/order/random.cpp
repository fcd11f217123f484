#include <utility>

#include "sim/model/fingerprint.hpp"
#include "sim/order/plans.hpp"
#include "sim/order/policies.hpp"
#include "sim/stats/draws.hpp"

namespace warpshop::order {

/// Fisher-Yates. Other tasks, another order: the seed alone would give all workloads of a size the same one.
Planned random(const Instance& instance, const PlanOptions& options) {
  Order order = input_order(instance.size());
  stats::Draws draws(mixed(options.seed, instance.fingerprint));
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[draws.below(left)]);
  }
  return ordered(instance, std::move(order), options);
}

}  // namespace warpshop::order
