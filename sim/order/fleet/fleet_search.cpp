#include "sim/order/fleet/fleet_search.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sim/evaluate/bounds/fleet_bound.hpp"
#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/order/cheaper_plans.hpp"
#include "sim/order/fleet/device_part.hpp"
#include "sim/order/fleet/plan_parts.hpp"
#include "sim/order/local_search/threshold_accepting.hpp"
#include "sim/order/ranking.hpp"
#include "sim/order/time_left.hpp"

namespace warpshop::order {
namespace {

/// Evaluations of a fleet on a bus unless the options say: so many a pair of tasks, at most so many, and at most so
/// many tasks in all of them: some tenths of a second.
constexpr std::int64_t kFleetEvaluationsPerPair = 200;
constexpr std::int64_t kMostFleetEvaluations = 20'000;
constexpr std::int64_t kTasksInFleetEvaluations = 200'000;

/// What each device does in a plan, and the order of its own numbers.
struct PlannedParts {
  std::vector<SlotPart> parts;
  std::vector<Order> orders;
};

PlannedParts parts_of(const Fleet& fleet, const Plan& plan) {
  PlannedParts planned;
  const std::vector<Plan> plans = device_plans(plan);
  for (std::size_t device = 0; device < plans.size(); ++device) {
    Order tasks = plans[device].order;
    std::sort(tasks.begin(), tasks.end());
    Order& order = planned.orders.emplace_back();
    for (const std::uint32_t task : plans[device].order) {
      const auto place = std::lower_bound(tasks.begin(), tasks.end(), task);
      order.push_back(static_cast<std::uint32_t>(place - tasks.begin()));
    }
    planned.parts.push_back(slot_part(fleet, device, std::move(tasks)));
  }
  return planned;
}

/// threshold_accepting() over all devices at once.
Planned search_together(const Fleet& fleet, const PlanOptions& options, Changes changes, Planned known) {
  const auto [parts, orders] = parts_of(fleet, known.plan);
  const auto size = static_cast<std::int64_t>(fleet.size());
  GatedProblem problem{
      .parts = {},
      .cost =
          [&, &own = parts](std::span<const SlotOrder> slots) {
            return evaluate::cost(fleet, plan_of(own, slots), options.objective);
          },
      .bound = evaluate::lower_bound(fleet, options.objective),
      .threshold = first_threshold(fleet.tasks(), evaluate::makespan(fleet, known.plan), options.objective),
      .evaluations = std::min(
          {kFleetEvaluationsPerPair * size * size, kMostFleetEvaluations, kTasksInFleetEvaluations / size + 1})};
  for (const SlotPart& part : parts) {
    problem.parts.push_back(&part.instance);
  }
  const GatedOrders found = threshold_accepting(problem, orders, options, changes);
  if (clearly_less(found.cost, known.predicted)) {
    known.plan = plan_of(parts, found.parts);
    known.predicted = found.cost;
  }
  return known;
}

/// Of devices that know nothing of each other, those that cost most first; one whose cost another reaches, gates and
/// all, is left as it is unless costs add up.
Planned search_apart(const Fleet& fleet, const PlanOptions& options, Planned known) {
  const auto [parts, orders] = parts_of(fleet, known.plan);
  std::vector<Plan> plans = device_plans(known.plan);
  std::vector<Millis> costs;
  costs.reserve(parts.size());
  for (std::size_t device = 0; device < parts.size(); ++device) {
    const Instance& instance = parts[device].instance;
    costs.push_back(parts[device].tasks.empty()
                        ? evaluate::cost_of_none(options.objective)
                        : evaluate::cost(instance, evaluate::plan_of(instance, orders[device]), options.objective));
  }
  const Stopwatch stopwatch;
  Millis reached = evaluate::cost_of_none(options.objective);
  for (const std::uint32_t device : by_decreasing(costs)) {
    const SlotPart& part = parts[device];
    const Millis together = evaluate::cost_together(options.objective, reached, costs[device]);
    if (!part.tasks.empty() && clearly_less(reached, together)) {
      const PlanOptions own = with_time_left(options, stopwatch.elapsed());
      const GatedOrder found =
          threshold_accepting(part.instance, {.order = orders[device]}, own, Changes::orders_and_gates);
      if (clearly_less(found.cost, costs[device])) {
        plans[device] = plan_of(part, {.order = found.order, .gates = found.gates});
        costs[device] = found.cost;
      }
    }
    reached = evaluate::cost_together(options.objective, reached, costs[device]);
  }
  Plan plan = joined(plans);
  const Millis cost = evaluate::cost(fleet, plan, options.objective);
  if (clearly_less(cost, known.predicted)) {
    known.plan = std::move(plan);
    known.predicted = cost;
  }
  return known;
}

}  // namespace

Planned search_orders(const Fleet& fleet, const Dealt& dealt, const PlanOptions& options, Planned known) {
  const Stopwatch stopwatch;
  const PlanOptions half = with_share_of_time(options, dealt.took, 0.5);
  Dealt with_time_used = dealt;
  for (const Policy* policy : cheaper_policies(options.objective, fleet.size())) {
    with_time_used.took = dealt.took + stopwatch.elapsed();
    if (half.budget.time && *half.budget.time < with_time_used.took) {
      break;
    }
    Plan plan = plan_parts(*policy, fleet, with_time_used, half).plan;
    const Millis cost = evaluate::cost(fleet, plan, options.objective);
    if (clearly_less(cost, known.predicted)) {
      known.plan = std::move(plan);
      known.predicted = cost;
    }
  }
  const PlanOptions left = with_time_left(options, dealt.took + stopwatch.elapsed());
  return search_together(fleet, left, Changes::orders, std::move(known));
}

Planned search_gates(const Fleet& fleet, const PlanOptions& options, Planned known) {
  return evaluate::on_a_bus(fleet) ? search_together(fleet, options, Changes::orders_and_gates, std::move(known))
                                   : search_apart(fleet, options, std::move(known));
}

}  // namespace warpshop::order
