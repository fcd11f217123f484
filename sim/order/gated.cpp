#include <cstddef>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/objective_bound.hpp"
#include "sim/order/local_search/threshold_accepting.hpp"
#include "sim/order/policy.hpp"

namespace warpshop::order {
namespace {

/// Up to here `best` proves its order quickly.
constexpr std::size_t kProvenUpTo = 10;

/// What the search begins with and never falls behind.
Planned best_ungated(const Instance& instance, const Options& options) {
  const bool proves = instance.size() <= kProvenUpTo && options.objective == Objective::makespan;
  return find_policy(proves ? "best" : "ig").plan(instance, options);
}

}  // namespace

/// An order that starts everything as soon as possible is not always best: a D2H slows down the H2D beside it, and with
/// it the kernel that waits for that H2D. The D2H may have time to spare.
Planned gated(const Instance& instance, const Options& options) {
  Planned planned = best_ungated(instance, options);
  const GatedOrder found = threshold_accepting(instance, planned.plan, options, Changes::orders_and_gates);
  if (clearly_less(found.cost, planned.predicted)) {
    planned.plan = evaluate::plan_of(instance, found.order);
    planned.plan.gates = evaluate::plan_gates(instance, found.order, planned.plan.rounds, found.gates);
    planned.predicted = found.cost;
  }
  planned.proven_optimal = !clearly_less(evaluate::lower_bound(instance, options.objective), planned.predicted);
  planned.seeks_optimum = false;
  return planned;
}

}  // namespace warpshop::order
