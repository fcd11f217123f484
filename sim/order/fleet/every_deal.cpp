#include "sim/order/fleet/every_deal.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/evaluate/objective_bound.hpp"
#include "sim/order/fleet/connected_tasks.hpp"
#include "sim/order/fleet/device_part.hpp"

namespace warpshop::order {
namespace {

constexpr std::size_t kDeals = 1024;

/// Bit g: group g of the connected tasks.
using Groups = std::uint32_t;

/// What is known of some groups on a device.
struct Part {
  Millis bound{0};  ///< what they cost at the least
  std::optional<Planned> planned;
};

class EveryDeal {
 public:
  EveryDeal(const Policy& policy, const Fleet& fleet, const Options& options, const Planned& known)
      : policy_(policy),
        fleet_(fleet),
        options_(options),
        groups_(connected_tasks(fleet.tasks())),
        parts_(fleet.devices.size(), std::vector<std::optional<Part>>(std::size_t{1} << groups_.size())),
        dealt_(fleet.devices.size(), 0),
        best_(known) {}

  Planned search() {
    deal(0);
    best_.lower_bound = std::min(open_.value_or(best_.predicted), best_.predicted);
    best_.proven_optimal = !clearly_less(*best_.lower_bound, best_.predicted);
    return std::move(best_);
  }

 private:
  void deal(std::size_t group) {
    if (group == groups_.size()) {
      look_at_deal();
      return;
    }
    for (Groups& device : dealt_) {
      device |= Groups{1} << group;
      deal(group + 1);
      device &= ~(Groups{1} << group);
    }
  }

  void look_at_deal() {
    if (!clearly_less(bound(), best_.predicted)) {
      return;
    }
    for (std::size_t device = 0; device < dealt_.size(); ++device) {
      plan(device);
      if (!clearly_less(bound(), best_.predicted)) {
        return;
      }
    }
    std::vector<Plan> plans;
    Millis cost = evaluate::cost_of_none(options_.objective);
    for (std::size_t device = 0; device < dealt_.size(); ++device) {
      const Planned& planned = *part(device).planned;
      plans.push_back(planned.plan);
      cost = evaluate::cost_together(options_.objective, cost, planned.predicted);
    }
    if (clearly_less(cost, best_.predicted)) {
      best_.plan = joined(plans);
      best_.predicted = cost;
    }
    open_ = std::min(open_.value_or(bound()), bound());
  }

  /// Of the deal.
  Millis bound() {
    Millis bound = evaluate::cost_of_none(options_.objective);
    for (std::size_t device = 0; device < dealt_.size(); ++device) {
      bound = evaluate::cost_together(options_.objective, bound, part(device).bound);
    }
    return bound;
  }

  Part& part(std::size_t device) {
    std::optional<Part>& part = parts_[device][dealt_[device]];
    if (!part) {
      const Order tasks = tasks_of(dealt_[device]);
      part.emplace();
      part->bound = tasks.empty() ? evaluate::cost_of_none(options_.objective)
                                  : evaluate::lower_bound(part_of(fleet_.devices[device], tasks), options_.objective);
    }
    return *part;
  }

  void plan(std::size_t device) {
    Part& asked = part(device);
    if (asked.planned) {
      return;
    }
    const Order tasks = tasks_of(dealt_[device]);
    if (tasks.empty()) {
      asked.planned = Planned{.plan = {.order = {}, .submission = policy_.submission}, .predicted = asked.bound};
      return;
    }
    Planned planned = policy_.plan(part_of(fleet_.devices[device], tasks), options_);
    planned.plan = in_all_tasks(std::move(planned.plan), tasks);
    asked.bound =
        std::max(asked.bound, planned.proven_optimal ? planned.predicted : planned.lower_bound.value_or(asked.bound));
    asked.planned = std::move(planned);
  }

  Order tasks_of(Groups groups) const {
    Order tasks;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      if ((groups >> group & 1U) != 0) {
        tasks.insert(tasks.end(), groups_[group].begin(), groups_[group].end());
      }
    }
    std::sort(tasks.begin(), tasks.end());
    return tasks;
  }

  const Policy& policy_;
  const Fleet& fleet_;
  const Options& options_;
  std::vector<Order> groups_;
  std::vector<std::vector<std::optional<Part>>> parts_;  ///< [device][groups]
  std::vector<Groups> dealt_;                            ///< [device]
  Planned best_;
  std::optional<Millis> open_;  ///< the least bound of the deals that could not be left out
};

}  // namespace

bool every_deal_is_looked_at(const Fleet& fleet) {
  std::size_t deals = 1;
  for (std::size_t group = connected_tasks(fleet.tasks()).size(); group > 0 && deals <= kDeals; --group) {
    deals *= fleet.devices.size();
  }
  return deals <= kDeals && !evaluate::on_a_bus(fleet);
}

Planned over_every_deal(const Policy& policy, const Fleet& fleet, const Options& options, const Planned& known) {
  return EveryDeal(policy, fleet, options, known).search();
}

}  // namespace warpshop::order
