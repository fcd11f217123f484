#include "sim/order/plans.hpp"

#include <utility>

#include "sim/evaluate/evaluate.hpp"

namespace warpshop::order {

Planned ordered(const Instance& instance, Order order) {
  Planned planned;
  planned.plan.order = std::move(order);
  planned.predicted = evaluate::makespan(instance, planned.plan);
  return planned;
}

}  // namespace warpshop::order
