#include "sim/order/plans.hpp"

#include <utility>

#include "sim/evaluate/evaluate.hpp"
#include "sim/order/precedence.hpp"

namespace warpshop::order {

Planned ordered(const Instance& instance, Order priority, const PlanOptions& options) {
  Planned planned;
  planned.plan = evaluate::plan_of(instance, feasible(instance, std::move(priority)));
  planned.predicted = evaluate::cost(instance, planned.plan, options.objective);
  return planned;
}

}  // namespace warpshop::order
