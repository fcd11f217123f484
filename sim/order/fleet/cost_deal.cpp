#include "sim/order/fleet/cost_deal.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "sim/evaluate/bounds/fleet_bound.hpp"
#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/order/fleet/deal_search.hpp"
#include "sim/order/fleet/device_part.hpp"
#include "sim/order/fleet/task_groups.hpp"
#include "sim/order/ranking.hpp"
#include "sim/order/search_budget.hpp"
#include "sim/stats/draws.hpp"

namespace warpshop::order {
namespace {

constexpr std::int64_t kSpentOnSimulation = 100;
/// How often a deal that no exchange improves is mixed up, to start from anew.
constexpr int kKicks = 8;
constexpr int kGroupsMixedUp = 2;

/// A deal that is better the less it costs, each device's tasks planned by neh-gpu.
class CostDeal {
 public:
  static constexpr bool kMovesFirst = false;

  CostDeal(const Fleet& fleet, Objective objective, std::span<const Order> parts, SearchBudget& budget)
      : fleet_(&fleet),
        objective_(objective),
        least_(evaluate::lower_bound(fleet, objective)),
        on_a_bus_(evaluate::on_a_bus(fleet)),
        budget_(&budget),
        groups_(connected_tasks(fleet.tasks())),
        devices_(parts.size()) {
    assert(parts.size() == fleet.devices.size() && parts.size() > 1);
    const std::vector<std::size_t> device_of = list_of_each(parts);
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      devices_[device_of[groups_[group].front()]].groups.push_back(group);
    }
    for (std::size_t device = 0; device < devices_.size(); ++device) {
      plan(device, devices_[device]);
    }
    cost_ = cost_of_all();
  }

  Millis cost() const { return cost_; }
  bool open() const { return clearly_less(least_, cost_); }
  std::size_t groups(std::size_t device) const { return devices_[device].groups.size(); }
  /// Those that cost most first.
  Order givers() const {
    std::vector<Millis> costs;
    for (const Device& device : devices_) {
      costs.push_back(device.cost);
    }
    Order devices = by_decreasing(costs);
    if (!on_a_bus_ && objective_ != Objective::weighted_completion) {
      devices.resize(1);  // what the others do does not count
    }
    return devices;
  }
  bool exchange(std::size_t from, std::size_t given, std::size_t to, std::size_t returned) {
    Device giver{.groups = devices_[from].groups};
    Device receiver{.groups = devices_[to].groups};
    exchange_groups(giver.groups, given, receiver.groups, returned);
    const Millis before = on_a_bus_ ? cost_ : together(devices_[from].cost, devices_[to].cost);
    if (!clearly_less(together(bound(from, giver), bound(to, receiver)), before)) {
      return false;
    }
    plan(from, giver);
    plan(to, receiver);
    std::swap(devices_[from], giver);
    std::swap(devices_[to], receiver);
    const Millis all = cost_of_all();
    if (clearly_less(on_a_bus_ ? all : together(devices_[from].cost, devices_[to].cost), before)) {
      cost_ = all;
      return true;
    }
    std::swap(devices_[from], giver);
    std::swap(devices_[to], receiver);
    return false;
  }

  /// So many groups move to any other device each.
  void mix_up(int groups, stats::Draws& draws) {
    std::vector<bool> changed(devices_.size(), false);
    for (int moved = 0; moved < groups; ++moved) {
      std::uint64_t group = draws.below(groups_.size());
      std::size_t from = 0;
      while (group >= devices_[from].groups.size()) {
        group -= devices_[from++].groups.size();
      }
      const std::size_t to = (from + 1 + draws.below(devices_.size() - 1)) % devices_.size();
      exchange_groups(devices_[from].groups, group, devices_[to].groups, groups_.size());
      changed[from] = changed[to] = true;
    }
    for (std::size_t device = 0; device < devices_.size(); ++device) {
      if (changed[device]) {
        plan(device, devices_[device]);
      }
    }
    cost_ = cost_of_all();
  }

  std::vector<Order> parts() const { return tasks_by_device(groups_, devices_); }

 private:
  /// What a device has, and how that is planned.
  struct Device {
    Groups groups;
    Plan plan = {};
    Millis cost{0};
  };

  void plan(std::size_t device, Device& own) {
    static const Policy& neh_gpu = find_policy("neh-gpu");
    const Order tasks = tasks_of(groups_, own.groups);
    budget_->spend(spent_on_plan(tasks.size()));
    Planned planned = plan_part(neh_gpu, fleet_->devices[device], tasks, {.objective = objective_});
    own.plan = std::move(planned.plan);
    own.cost = planned.predicted;
  }

  /// What the device costs at the least with these groups, in whatever order.
  Millis bound(std::size_t device, const Device& own) {
    const Order tasks = tasks_of(groups_, own.groups);
    const std::size_t pairs = fleet_->tasks().precedence.size();
    budget_->spend(static_cast<std::int64_t>(pairs == 0 ? tasks.size() + 1 : fleet_->size() + pairs));
    return bound_of_part(fleet_->devices[device], tasks, objective_);
  }

  Millis together(Millis some, Millis others) const { return evaluate::cost_together(objective_, some, others); }

  Millis cost_of_all() {
    if (!on_a_bus_) {
      Millis cost = evaluate::cost_of_none(objective_);
      for (const Device& device : devices_) {
        cost = together(cost, device.cost);
      }
      return cost;
    }
    std::vector<Plan> plans;
    for (const Device& device : devices_) {
      plans.push_back(device.plan);
    }
    budget_->spend(kSpentOnSimulation * static_cast<std::int64_t>(fleet_->size()));
    return evaluate::cost(*fleet_, joined(plans), objective_);
  }

  const Fleet* fleet_;
  Objective objective_;
  Millis least_;  ///< no deal costs less
  bool on_a_bus_;
  SearchBudget* budget_;
  std::vector<Order> groups_;
  std::vector<Device> devices_;
  Millis cost_{0};
};

}  // namespace

std::vector<Order> deal_by_cost(const Fleet& fleet, Objective objective, std::span<const std::vector<Order>> starts,
                                const Budget& limit, std::int64_t spent_at_most) {
  SearchBudget budget(limit, spent_at_most);
  CostDeal best(fleet, objective, starts.front(), budget);
  const auto keep_better = [&](CostDeal other) {
    if (clearly_less(other.cost(), best.cost())) {
      best = std::move(other);
    }
  };
  for (const std::vector<Order>& start : starts.subspan(1)) {
    keep_better(CostDeal(fleet, objective, start, budget));
  }
  improve(best, fleet.devices.size(), budget);
  stats::Draws draws(1);
  for (int kick = 0; kick < kKicks && !budget.exhausted() && best.open(); ++kick) {
    CostDeal mixed = best;
    mixed.mix_up(kGroupsMixedUp, draws);
    improve(mixed, fleet.devices.size(), budget);
    keep_better(std::move(mixed));
  }
  return best.parts();
}

std::int64_t spent_on_plan(std::size_t tasks) {
  const auto n = static_cast<std::int64_t>(std::min<std::size_t>(tasks, 1'000'000));
  return n * n * n / 4 + 1;
}

}  // namespace warpshop::order
