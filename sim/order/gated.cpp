#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/order/local_search/threshold_accepting.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/time_left.hpp"

namespace warpshop::order {

/// An order that starts everything as soon as possible is not always best: a D2H slows down the H2D beside it, and with
/// it the kernel that waits for that H2D. The D2H may have time to spare.
///
/// Where the order of issue holds commands back, what is issued later cannot be waited for: then there are no gates.
/// The search begins with the plan of `best`, and never falls behind it. Of a budget of time, half is for that.
Planned gated(const Instance& instance, const PlanOptions& options) {
  const Stopwatch stopwatch;
  Planned planned = find_policy("best").plan(instance, with_share_of_time(options, Millis{0}, 0.5));
  if (instance.issue.any()) {
    planned.seeks_optimum = false;
    return planned;
  }
  const GatedOrder found = threshold_accepting(instance, planned.plan, with_time_left(options, stopwatch.elapsed()),
                                               Changes::orders_and_gates);
  if (clearly_less(found.cost, planned.predicted)) {
    planned.plan = evaluate::plan_of(instance, found.order);
    planned.plan.gates = evaluate::plan_gates(instance, found.order, planned.plan.rounds, found.gates);
    planned.predicted = found.cost;
  }
  planned.lower_bound = evaluate::lower_bound(instance, options.objective);
  planned.proven_optimal = !clearly_less(*planned.lower_bound, planned.predicted);
  planned.seeks_optimum = false;
  return planned;
}

}  // namespace warpshop::order
