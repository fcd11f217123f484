#include "sim/order/fleet/every_deal.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "sim/evaluate/bounds/fleet_bound.hpp"
#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/order/fleet/device_part.hpp"
#include "sim/order/fleet/task_groups.hpp"

namespace warpshop::order {
namespace {

constexpr std::size_t kTasks = 10;
constexpr std::size_t kDeals = 1024;

/// What is known of some tasks on a device.
struct Part {
  Order tasks;
  Millis bound{0};  ///< what they cost at the least
  std::optional<Planned> planned;
};

class EveryDeal {
 public:
  EveryDeal(const Policy& policy, const Fleet& fleet, const PlanOptions& options, const Planned& known)
      : policy_(policy),
        fleet_(fleet),
        options_(options),
        groups_(connected_tasks(fleet.tasks())),
        first_alike_(first_alike(fleet)),
        parts_(fleet.devices.size(), std::vector<std::optional<Part>>(std::size_t{1} << groups_.size())),
        best_(known),
        least_open_(known.predicted) {}

  Planned search() {
    for_each_deal(groups_.size(), first_alike_, [&](const auto& dealt) { look_at(dealt); });
    const Millis bound = std::max(least_open_, evaluate::lower_bound(fleet_, options_.objective));
    best_.lower_bound = std::min(bound, best_.predicted);
    best_.proven_optimal = !clearly_less(*best_.lower_bound, best_.predicted);
    return std::move(best_);
  }

 private:
  void look_at(const std::vector<Groups>& dealt) {
    if (!clearly_less(bound(dealt), best_.predicted)) {
      return;
    }
    std::vector<Plan> plans;
    Millis cost = evaluate::cost_of_none(options_.objective);
    for (std::size_t device = 0; device < dealt.size(); ++device) {
      const Planned& planned = plan(part(dealt, device), fleet_.devices[device]);
      plans.push_back(planned.plan);
      cost = evaluate::cost_together(options_.objective, cost, planned.predicted);
      if (!clearly_less(bound(dealt), best_.predicted)) {
        return;
      }
    }
    if (clearly_less(cost, best_.predicted)) {
      best_.plan = joined(plans);
      best_.predicted = cost;
    }
    least_open_ = std::min(least_open_, bound(dealt));
  }

  Millis bound(const std::vector<Groups>& dealt) {
    Millis bound = evaluate::cost_of_none(options_.objective);
    for (std::size_t device = 0; device < dealt.size(); ++device) {
      bound = evaluate::cost_together(options_.objective, bound, part(dealt, device).bound);
    }
    return bound;
  }

  Part& part(const std::vector<Groups>& dealt, std::size_t device) {
    std::size_t groups = 0;
    for (const std::size_t group : dealt[device]) {
      groups |= std::size_t{1} << group;
    }
    std::optional<Part>& part = parts_[first_alike_[device]][groups];
    if (!part) {
      part.emplace(Part{.tasks = tasks_of(groups_, dealt[device]), .planned = {}});
      part->bound = bound_of_part(fleet_.devices[device], part->tasks, options_.objective);
    }
    return *part;
  }

  const Planned& plan(Part& part, const Instance& device) {
    if (!part.planned) {
      part.planned = plan_part(policy_, device, part.tasks, options_);
      const Planned& planned = *part.planned;
      part.bound =
          std::max(part.bound, planned.proven_optimal ? planned.predicted : planned.lower_bound.value_or(part.bound));
    }
    return *part.planned;
  }

  const Policy& policy_;
  const Fleet& fleet_;
  const PlanOptions& options_;
  std::vector<Order> groups_;
  std::vector<std::size_t> first_alike_;
  std::vector<std::vector<std::optional<Part>>> parts_;  ///< [first device alike][groups, a bit each]
  Planned best_;
  Millis least_open_;  ///< the least bound of the deals that could not be left out
};

bool are_alike(const Fleet& fleet, std::size_t one, std::size_t other) {
  const BusPort* const port = fleet.port(one);
  const BusPort* const other_port = fleet.port(other);
  const bool ports_alike = port == nullptr || other_port == nullptr ? port == other_port : *port == *other_port;
  return ports_alike && fleet.devices[one] == fleet.devices[other];
}

}  // namespace

bool few_deals(const Fleet& fleet) {
  if (fleet.single() || fleet.size() > kTasks || evaluate::on_a_bus(fleet)) {
    return false;
  }
  std::size_t deals = 1;
  for (std::size_t group = connected_tasks(fleet.tasks()).size(); group > 0 && deals <= kDeals; --group) {
    deals *= fleet.devices.size();
  }
  return deals <= kDeals;
}

Planned over_every_deal(const Policy& policy, const Fleet& fleet, const PlanOptions& options, const Planned& known) {
  assert(few_deals(fleet));
  return EveryDeal(policy, fleet, options, known).search();
}

std::vector<std::size_t> first_alike(const Fleet& fleet) {
  std::vector<std::size_t> first;
  for (std::size_t device = 0; device < fleet.devices.size(); ++device) {
    std::size_t like = 0;
    while (!are_alike(fleet, like, device)) {
      ++like;
    }
    first.push_back(like);
  }
  return first;
}

}  // namespace warpshop::order
