#include "sim/order/fleet/fleet_plan.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "sim/evaluate/bounds/fleet_bound.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/evaluate/hardware_queues.hpp"
#include "sim/evaluate/rounds.hpp"
#include "sim/evaluate/slot_gates.hpp"
#include "sim/evaluate/slots.hpp"
#include "sim/model/error.hpp"
#include "sim/model/fingerprint.hpp"
#include "sim/order/few_plans.hpp"
#include "sim/order/fleet/device_part.hpp"
#include "sim/order/fleet/every_deal.hpp"
#include "sim/order/fleet/fleet_search.hpp"
#include "sim/order/fleet/plan_parts.hpp"
#include "sim/order/fleet/task_groups.hpp"
#include "sim/order/time_left.hpp"

namespace warpshop::order {
namespace {

bool is_limited(const PlanOptions& options) {
  return options.budget.evaluations || options.budget.time;
}

/// On a bus all plans of the whole fleet are few enough to be looked at one by one.
bool are_few_together(const Fleet& fleet, const PlanOptions& options) {
  return evaluate::on_a_bus(fleet) && are_few_plans(fleet.size(), fleet.devices.size(), options.budget);
}

bool is_at_bound(const Fleet& fleet, const PlanOptions& options, const Planned& planned) {
  return !clearly_less(evaluate::lower_bound(fleet, options.objective), planned.predicted);
}

/// On a bus `best` has a third of the time for the devices by themselves.
Planned plan_ungated(const Policy& policy, const Fleet& fleet, const Dealt& dealt, const PlanOptions& options) {
  const Stopwatch stopwatch;
  const bool judged_alone = !evaluate::on_a_bus(fleet) || policy.fleet != FleetSearch::orders;
  Planned planned =
      plan_parts(policy, fleet, dealt, judged_alone ? options : with_share_of_time(options, dealt.took, 1.0 / 3));
  if (!judged_alone) {
    const Dealt so_far{.parts = dealt.parts, .took = dealt.took + stopwatch.elapsed()};
    planned = search_orders(fleet, so_far, options, std::move(planned));
  }
  planned.proven_optimal = (planned.proven_optimal || planned.seeks_optimum) && is_at_bound(fleet, options, planned);
  if (planned.proven_optimal || !planned.seeks_optimum) {
    return planned;
  }
  return are_few_together(fleet, options) ? over_every_plan(fleet, options.objective, Changes::orders, planned)
         : !is_limited(options) && few_deals(fleet) ? over_every_deal(policy, fleet, options, planned)
                                                    : planned;
}

/// From what `best` makes of the fleet. Proven where it meets the bound, or all plans have been looked at.
Planned plan_gated(const Policy& gated, const Fleet& fleet, const Dealt& dealt, const PlanOptions& options) {
  const Stopwatch stopwatch;
  if (std::any_of(fleet.devices.begin(), fleet.devices.end(), [](const Instance& each) { return each.issue.any(); })) {
    Planned ungated = plan_ungated(find_policy("best"), fleet, dealt, options);
    ungated.seeks_optimum = false;
    return ungated;
  }
  Planned planned = plan_ungated(find_policy("best"), fleet, dealt, with_share_of_time(options, dealt.took, 0.5));
  planned.proven_optimal = is_at_bound(fleet, options, planned);
  if (!planned.proven_optimal) {
    const bool few_apart = !is_limited(options) && few_deals(fleet) && are_few_plans(fleet.size(), 1, options.budget);
    if (are_few_together(fleet, options)) {
      planned = over_every_plan(fleet, options.objective, Changes::orders_and_gates, std::move(planned));
    } else if (few_apart) {
      planned = over_every_deal(gated, fleet, options, planned);
    } else {
      planned = search_gates(fleet, with_time_left(options, dealt.took + stopwatch.elapsed()), std::move(planned));
      planned.proven_optimal = is_at_bound(fleet, options, planned);
    }
  }
  planned.seeks_optimum = false;
  planned.chooses_gates = true;
  return planned;
}

/// What of the gates holds a D2H of the device back, and opens.
std::vector<Gate> working_gates(const Instance& instance, const Plan& own, const std::vector<Gate>& gates) {
  const std::vector<std::uint32_t> slot_of = evaluate::slots_of(instance, own.order);
  std::vector<std::uint32_t> by_slot = input_order(own.order.size());
  for (const Gate& gate : gates) {
    if (slot_of[gate.d2h] != evaluate::kNoSlot && slot_of[gate.h2d] != evaluate::kNoSlot) {
      by_slot[slot_of[gate.d2h]] = slot_of[gate.h2d];
    }
  }
  return evaluate::plan_gates(instance, own.order, own.rounds, by_slot);
}

/// Throws InputError: see plan_as_given().
void check_gates(const Fleet& fleet, const std::vector<Plan>& plans, const std::vector<Gate>& gates) {
  std::vector<Gate> working;
  for (std::size_t device = 0; device < plans.size() && !gates.empty(); ++device) {
    const std::vector<Gate> own = working_gates(fleet.devices[device], plans[device], gates);
    working.insert(working.end(), own.begin(), own.end());
  }
  for (const Gate& gate : gates) {
    if (std::find(working.begin(), working.end(), gate) == working.end()) {
      throw InputError("gate " + std::to_string(gate.d2h) + ':' + std::to_string(gate.h2d) +
                       " holds nothing back or never opens, expected a copy out, and a copy in on the same device that "
                       "stands behind it and does not wait for it; one gate a copy out");
    }
  }
}

}  // namespace

Planned plan(const Policy& policy, const Fleet& fleet, const Dealt& dealt, const PlanOptions& options) {
  return fleet.single()                       ? policy.plan(fleet.devices.front(), options)
         : policy.fleet == FleetSearch::gates ? plan_gated(policy, fleet, dealt, options)
                                              : plan_ungated(policy, fleet, dealt, options);
}

Planned plan(const Policy& policy, const Fleet& fleet, const PlanOptions& options) {
  return plan(policy, fleet, deal(fleet, options), options);
}

Planned plan_as_given(const Fleet& fleet, const std::vector<Order>& orders, Submission submission,
                      const PlanOptions& options, const std::vector<Gate>& gates) {
  std::vector<Plan> plans;
  for (std::size_t device = 0; device < orders.size(); ++device) {
    Plan own{.order = orders[device], .submission = submission};
    own.hardware_queues = submission == Submission::streams ? evaluate::kHardwareQueues : 0;
    if (submission == Submission::ordered) {
      own.rounds = evaluate::rounds_of(part_of(fleet.devices[device], own.order), input_order(own.order.size()));
    }
    plans.push_back(std::move(own));
  }
  check_gates(fleet, plans, gates);
  Planned planned;
  planned.plan = fleet.single() ? plans.front() : joined(plans);
  planned.plan.gates = gates;
  planned.predicted = evaluate::cost(fleet, planned.plan, options.objective);
  return planned;
}

Planned plan_as_given(const Fleet& fleet, const Order& order, Submission submission, const PlanOptions& options,
                      const std::vector<Gate>& gates) {
  const std::vector<Order> dealt = deal(fleet, options).parts;
  const std::vector<std::size_t> device_of = list_of_each(dealt);
  std::vector<Order> orders(dealt.size());
  for (const std::uint32_t task : order) {
    orders[device_of[task]].push_back(task);
  }
  return plan_as_given(fleet, orders, submission, options, gates);
}

RandomOrders random_orders(const Fleet& fleet, const Dealt& dealt, const PlanOptions& options, std::size_t count) {
  const Policy& random = find_policy("random");
  const auto drawn = [&](std::size_t draw) {
    PlanOptions own = options;
    own.seed = draw == 0 ? options.seed : mixed(options.seed, draw);
    return plan(random, fleet, dealt, own);
  };
  std::vector<Millis> costs;
  costs.reserve(count);
  for (std::size_t draw = 0; draw < count; ++draw) {
    costs.push_back(drawn(draw).predicted);
  }
  const CostDistribution distribution = distribution_of(costs);
  const auto median = std::find(costs.begin(), costs.end(), distribution.median);
  return {.distribution = distribution, .median = drawn(static_cast<std::size_t>(median - costs.begin()))};
}

namespace {

class EveryPlan {
 public:
  EveryPlan(const Fleet& fleet, Objective objective, Changes changes, Planned known)
      : fleet_(fleet), objective_(objective), changes_(changes), best_(std::move(known)) {}

  Planned search() {
    const std::vector<Order> groups = connected_tasks(fleet_.tasks());
    for_each_deal(groups.size(), first_alike(fleet_), [&](const std::vector<Groups>& dealt) {
      parts_.clear();
      for (std::size_t device = 0; device < dealt.size(); ++device) {
        parts_.push_back(slot_part(fleet_, device, tasks_of(groups, dealt[device])));
      }
      slots_.assign(parts_.size(), {});
      from_device(0);
    });
    best_.proven_optimal = std::none_of(fleet_.devices.begin(), fleet_.devices.end(), evaluate::needs_rounds);
    if (best_.proven_optimal) {
      best_.lower_bound = best_.predicted;
    }
    return std::move(best_);
  }

 private:
  void from_device(std::size_t device) {
    if (device == parts_.size()) {
      look_at(plan_of(parts_, slots_));
      return;
    }
    for_each_slot_order(parts_[device].instance, changes_, [&](const SlotOrder& slots) {
      slots_[device] = slots;
      from_device(device + 1);
    });
  }

  void look_at(Plan plan) {
    const Millis cost = evaluate::cost(fleet_, plan, objective_);
    if (clearly_less(cost, best_.predicted)) {
      best_.plan = std::move(plan);
      best_.predicted = cost;
    }
  }

  const Fleet& fleet_;
  Objective objective_;
  Changes changes_;
  Planned best_;
  std::vector<SlotPart> parts_;   ///< by device, of the deal
  std::vector<SlotOrder> slots_;  ///< by device
};

}  // namespace

Planned over_every_plan(const Fleet& fleet, Objective objective, Changes changes, Planned known) {
  return EveryPlan(fleet, objective, changes, std::move(known)).search();
}

}  // namespace warpshop::order
