#include "sim/order/cheaper_plans.hpp"

#include <algorithm>
#include <utility>

#include "sim/evaluate/evaluate.hpp"
#include "sim/order/time_left.hpp"

namespace warpshop::order {

std::vector<const Policy*> cheaper_policies(Objective objective, std::size_t tasks) {
  std::vector<const Policy*> cheaper;
  for (const Policy& policy : policies()) {
    if (policy.fleet == FleetSearch::apart && policy.submission == Submission::ordered &&
        tasks <= policy.limits.at_most && (policy.aim == Aim::any || objective == Objective::makespan)) {
      cheaper.push_back(&policy);
    }
  }
  std::stable_sort(cheaper.begin(), cheaper.end(),
                   [](const Policy* a, const Policy* b) { return a->limits.at_most > b->limits.at_most; });
  return cheaper;
}

void take_cheaper_plan(const Instance& instance, const PlanOptions& options, Planned& planned) {
  const Stopwatch stopwatch;
  PlanOptions own = options;
  for (const Policy* policy : cheaper_policies(options.objective, instance.size())) {
    if (planned.lower_bound && !clearly_less(*planned.lower_bound, planned.predicted)) {
      return;
    }
    if (options.budget.time) {
      own.budget.time = *options.budget.time / 2 - stopwatch.elapsed();
      if (*own.budget.time <= Millis{0}) {
        return;
      }
    }
    Plan plan = policy->plan(instance, own).plan;
    const Millis cost = evaluate::cost(instance, plan, options.objective);
    if (clearly_less(cost, planned.predicted)) {
      planned.plan = std::move(plan);
      planned.predicted = cost;
    }
  }
}

}  // namespace warpshop::order
