#include "sim/order/plans.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

Planned fifo(const Instance& instance, const PlanOptions& options) {
  return ordered(instance, input_order(instance.size()), options);
}

}  // namespace warpshop::order
