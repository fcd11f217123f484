#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/rounds.hpp"
#include "sim/order/few_plans.hpp"
#include "sim/order/local_search/threshold_accepting.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/slot_orders.hpp"
#include "sim/order/time_left.hpp"

namespace warpshop::order {
namespace {

/// The cheapest of all orders with gates; `start` if none is cheaper than that.
GatedOrder cheapest_of_all(const Instance& instance, const Planned& start, Objective objective) {
  evaluate::Evaluator evaluator(instance, objective);
  GatedOrder best{.order = start.plan.order, .gates = {}, .cost = start.predicted};
  for_each_slot_order(instance, Changes::orders_and_gates, [&](const SlotOrder& slots) {
    const Millis cost = evaluator.cost(slots.order, slots.gates);
    if (clearly_less(cost, best.cost)) {
      best = {.order = slots.order, .gates = slots.gates, .cost = cost};
    }
  });
  return best;
}

}  // namespace

/// An order that starts everything as soon as possible is not always best: a D2H slows down the H2D beside it, and with
/// it the kernel that waits for that H2D. The D2H may have time to spare.
///
/// The search begins with the plan of `best`, and never falls behind it. Of a budget of time, half is for that. Where
/// plans are few it looks at all of them, and has then proven the best; but rounds, where memory is short, might be
/// cut elsewhere. Where the order of issue holds commands back, what is issued later cannot be waited for: then there
/// are no gates.
Planned gated(const Instance& instance, const PlanOptions& options) {
  const Stopwatch stopwatch;
  Planned planned = find_policy("best").plan(instance, with_share_of_time(options, Millis{0}, 0.5));
  planned.seeks_optimum = false;
  if (instance.issue.any()) {
    return planned;
  }
  planned.chooses_gates = true;
  planned.lower_bound = evaluate::lower_bound(instance, options.objective);
  if (clearly_less(*planned.lower_bound, planned.predicted)) {
    const bool few = are_few_plans(instance.size(), 1, options.budget);
    const GatedOrder found =
        few ? cheapest_of_all(instance, planned, options.objective)
            : threshold_accepting(instance, planned.plan, with_time_left(options, stopwatch.elapsed()),
                                  Changes::orders_and_gates);
    if (clearly_less(found.cost, planned.predicted)) {
      planned.plan = evaluate::plan_of(instance, found.order);
      planned.plan.gates = evaluate::plan_gates(instance, found.order, planned.plan.rounds, found.gates);
      planned.predicted = found.cost;
    }
    if (few && !evaluate::needs_rounds(instance)) {
      planned.lower_bound = planned.predicted;
    }
  }
  planned.proven_optimal = !clearly_less(*planned.lower_bound, planned.predicted);
  return planned;
}

}  // namespace warpshop::order
