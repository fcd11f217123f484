#include "sim/order/fleet/fleet_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/evaluate/fleet_bound.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/evaluate/rounds.hpp"
#include "sim/order/fleet/deal.hpp"
#include "sim/order/fleet/device_part.hpp"
#include "sim/order/fleet/every_deal.hpp"
#include "sim/order/ranking.hpp"

namespace warpshop::order {
namespace {

/// Constant times, and no bus.
Fleet without_contention(const Fleet& fleet) {
  Fleet constant{.devices = {}, .names = fleet.names};
  for (const Instance& device : fleet.devices) {
    constant.devices.push_back(warpshop::without_contention(device));
  }
  return constant;
}

}  // namespace

Planned plan(const Policy& policy, const Fleet& fleet, const Options& options) {
  if (fleet.single()) {
    return policy.plan(fleet.devices.front(), options);
  }
  Planned planned{.plan = {}, .proven_optimal = true};
  std::vector<Plan> plans;
  const std::vector<Order> dealt = deal(fleet, options.objective);
  for (std::size_t device = 0; device < dealt.size(); ++device) {
    Planned own = plan_part(policy, fleet.devices[device], dealt[device], options);
    plans.push_back(std::move(own.plan));
    planned.proven_optimal &= own.proven_optimal;
    planned.seeks_optimum |= own.seeks_optimum;
  }
  planned.plan = joined(plans);
  planned.predicted = policy.model == Model::constant
                          ? evaluate::cost(without_contention(fleet), planned.plan, options.objective)
                          : evaluate::cost(fleet, planned.plan, options.objective);
  planned.proven_optimal = (planned.proven_optimal || planned.seeks_optimum) &&
                           !clearly_less(evaluate::lower_bound(fleet, options.objective), planned.predicted);
  const bool limited = options.budget.evaluations || options.budget.time;
  return planned.seeks_optimum && !planned.proven_optimal && !limited && few_deals(fleet)
             ? over_every_deal(policy, fleet, options, planned)
             : planned;
}

Planned plan_as_given(const Fleet& fleet, const Order& order, Submission submission, Objective objective) {
  const std::vector<Order> dealt = fleet.single() ? std::vector<Order>{order} : deal(fleet, objective);
  std::vector<std::size_t> device_of(order.size(), 0);
  for (std::size_t device = 0; device < dealt.size(); ++device) {
    for (const std::uint32_t task : dealt[device]) {
      device_of[task] = device;
    }
  }
  std::vector<Order> orders(dealt.size());
  for (const std::uint32_t task : order) {
    orders[device_of[task]].push_back(task);
  }
  std::vector<Plan> plans;
  for (std::size_t device = 0; device < orders.size(); ++device) {
    Plan own{.order = orders[device], .submission = submission};
    if (submission == Submission::ordered) {
      own.rounds = evaluate::rounds_of(part_of(fleet.devices[device], own.order), input_order(own.order.size()));
    }
    plans.push_back(std::move(own));
  }
  Planned planned;
  planned.plan = fleet.single() ? plans.front() : joined(plans);
  planned.predicted = evaluate::cost(fleet, planned.plan, objective);
  return planned;
}

}  // namespace warpshop::order
