#include "sim/order/fleet/hands.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <utility>

#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/order/fleet/connected_tasks.hpp"
#include "sim/order/fleet/device_part.hpp"
#include "sim/order/policy.hpp"
#include "sim/order/ranking.hpp"

namespace warpshop::order {
namespace {

constexpr std::int64_t kSpentOnSimulation = 100;

}  // namespace

Hands::Hands(const Fleet& fleet, Objective objective, std::span<const Order> parts, SearchBudget& budget)
    : fleet_(&fleet),
      objective_(objective),
      on_a_bus_(evaluate::on_a_bus(fleet)),
      budget_(&budget),
      groups_(connected_tasks(fleet.tasks())),
      hands_(parts.size()) {
  assert(parts.size() == fleet.devices.size() && parts.size() > 1);
  std::vector<std::size_t> device_of(fleet.size());
  for (std::size_t device = 0; device < parts.size(); ++device) {
    for (const std::uint32_t task : parts[device]) {
      device_of[task] = device;
    }
  }
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    hands_[device_of[groups_[group].front()]].groups.push_back(group);
  }
  for (std::size_t device = 0; device < hands_.size(); ++device) {
    plan(device, hands_[device]);
  }
  cost_ = cost_of_all();
}

std::int64_t Hands::spent_on_plan(std::size_t tasks) {
  const auto n = static_cast<std::int64_t>(std::min<std::size_t>(tasks, 1'000'000));
  return n * n * n / 4 + 1;
}

std::vector<Order> Hands::parts() const {
  std::vector<Order> parts;
  for (const Hand& hand : hands_) {
    parts.push_back(tasks_of(groups_, hand.groups));
  }
  return parts;
}

Order Hands::givers() const {
  std::vector<Millis> costs;
  for (const Hand& hand : hands_) {
    costs.push_back(hand.cost);
  }
  Order devices = by_decreasing(costs);
  if (!on_a_bus_ && objective_ != Objective::weighted_completion) {
    devices.resize(1);  // what the others do does not count
  }
  return devices;
}

bool Hands::exchange(std::size_t from, std::size_t given, std::size_t to, std::size_t returned) {
  Hand giver{.groups = hands_[from].groups};
  Hand receiver{.groups = hands_[to].groups};
  if (returned < receiver.groups.size()) {
    std::swap(giver.groups[given], receiver.groups[returned]);
  } else {
    receiver.groups.push_back(giver.groups[given]);
    giver.groups.erase(giver.groups.begin() + static_cast<std::ptrdiff_t>(given));
  }
  const Millis before = on_a_bus_ ? cost_ : together(hands_[from].cost, hands_[to].cost);
  if (!clearly_less(together(bound(from, giver), bound(to, receiver)), before)) {
    return false;
  }
  plan(from, giver);
  plan(to, receiver);
  std::swap(hands_[from], giver);
  std::swap(hands_[to], receiver);
  const Millis all = cost_of_all();
  if (clearly_less(on_a_bus_ ? all : together(hands_[from].cost, hands_[to].cost), before)) {
    cost_ = all;
    return true;
  }
  std::swap(hands_[from], giver);
  std::swap(hands_[to], receiver);
  return false;
}

void Hands::mix_up(int groups, Draws& draws) {
  std::vector<bool> changed(hands_.size(), false);
  for (int moved = 0; moved < groups; ++moved) {
    std::uint64_t group = draws.below(groups_.size());
    std::size_t from = 0;
    while (group >= hands_[from].groups.size()) {
      group -= hands_[from++].groups.size();
    }
    const std::size_t to = (from + 1 + draws.below(hands_.size() - 1)) % hands_.size();
    std::vector<std::size_t>& own = hands_[from].groups;
    hands_[to].groups.push_back(own[group]);
    own.erase(own.begin() + static_cast<std::ptrdiff_t>(group));
    changed[from] = changed[to] = true;
  }
  for (std::size_t device = 0; device < hands_.size(); ++device) {
    if (changed[device]) {
      plan(device, hands_[device]);
    }
  }
  cost_ = cost_of_all();
}

void Hands::plan(std::size_t device, Hand& hand) {
  static const Policy& neh_gpu = find_policy("neh-gpu");
  const Order tasks = tasks_of(groups_, hand.groups);
  budget_->spend(spent_on_plan(tasks.size()));
  Planned planned = plan_part(neh_gpu, fleet_->devices[device], tasks, {.objective = objective_});
  hand.plan = std::move(planned.plan);
  hand.cost = planned.predicted;
}

/// What the device costs at the least with these groups, in whatever order.
Millis Hands::bound(std::size_t device, const Hand& hand) {
  const Order tasks = tasks_of(groups_, hand.groups);
  const std::size_t pairs = fleet_->tasks().precedence.size();
  budget_->spend(static_cast<std::int64_t>(pairs == 0 ? tasks.size() + 1 : fleet_->size() + pairs));
  return bound_of_part(fleet_->devices[device], tasks, objective_);
}

Millis Hands::together(Millis some, Millis others) const {
  return evaluate::cost_together(objective_, some, others);
}

Millis Hands::cost_of_all() {
  if (!on_a_bus_) {
    Millis cost = evaluate::cost_of_none(objective_);
    for (const Hand& hand : hands_) {
      cost = together(cost, hand.cost);
    }
    return cost;
  }
  std::vector<Plan> plans;
  for (const Hand& hand : hands_) {
    plans.push_back(hand.plan);
  }
  budget_->spend(kSpentOnSimulation * static_cast<std::int64_t>(fleet_->size()));
  return evaluate::cost(*fleet_, joined(plans), objective_);
}

}  // namespace warpshop::order
