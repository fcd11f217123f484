#include "sim/order/plans.hpp"
#include "sim/order/policy.hpp"
#include "sim/order/ranking.hpp"

namespace warpshop::order {

Planned fifo(const Instance& instance, const Options& options) {
  return ordered(instance, input_order(instance.size()), options);
}

}  // namespace warpshop::order
