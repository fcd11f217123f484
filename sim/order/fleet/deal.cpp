#include "sim/order/fleet/deal.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/fleet_bound.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/evaluate/objective_bound.hpp"
#include "sim/order/draws.hpp"
#include "sim/order/fleet/connected_tasks.hpp"
#include "sim/order/fleet/device_part.hpp"
#include "sim/order/fleet/load_deal.hpp"
#include "sim/order/insertion/insertion.hpp"

namespace warpshop::order {
namespace {

/// How often a task may be looked at; an insertion of n tasks counts as n³ / 4.
constexpr std::int64_t kLooks = 500'000;

/// How often a deal that no change improves is mixed up, to start from anew.
constexpr int kKicks = 8;

std::int64_t looks_of_insertion(std::size_t tasks) {
  const auto n = static_cast<std::int64_t>(std::min<std::size_t>(tasks, 1'000'000));
  return n * n * n / 4 + 1;
}

/// What a device has, and how that is planned.
struct Hand {
  std::vector<std::size_t> groups;
  Plan plan = {};
  Millis cost{0};
};

class Dealer {
 public:
  Dealer(const Fleet& fleet, Objective objective)
      : fleet_(fleet),
        objective_(objective),
        on_a_bus_(evaluate::on_a_bus(fleet)),
        least_(evaluate::lower_bound(fleet, objective)),
        groups_(connected_tasks(fleet.tasks())) {}

  std::vector<Order> deal() {
    std::vector<Order> parts = deal_by_load(fleet_);
    std::int64_t first_plans = 0;
    for (const Order& part : parts) {
      first_plans += looks_of_insertion(part.size());
    }
    if (first_plans >= kLooks) {
      return parts;
    }
    take(parts);
    descend();
    Draws draws(1);
    for (int kick = 0; kick < kKicks && looks_ < kLooks && clearly_less(least_, cost()); ++kick) {
      const std::vector<Hand> before = hands_;
      const Millis cost_before = cost();
      mix_up(draws);
      descend();
      if (!clearly_less(cost(), cost_before)) {
        hands_ = before;
      }
    }
    for (std::size_t device = 0; device < parts.size(); ++device) {
      parts[device] = tasks_of(hands_[device]);
    }
    return parts;
  }

 private:
  void take(const std::vector<Order>& parts) {
    std::vector<std::size_t> device_of(fleet_.size());
    for (std::size_t device = 0; device < parts.size(); ++device) {
      for (const std::uint32_t task : parts[device]) {
        device_of[task] = device;
      }
    }
    hands_.resize(parts.size());
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      hands_[device_of[groups_[group].front()]].groups.push_back(group);
    }
    for (std::size_t device = 0; device < hands_.size(); ++device) {
      plan(device, hands_[device]);
    }
  }

  Order tasks_of(const Hand& hand) const {
    Order tasks;
    for (const std::size_t group : hand.groups) {
      tasks.insert(tasks.end(), groups_[group].begin(), groups_[group].end());
    }
    std::sort(tasks.begin(), tasks.end());
    return tasks;
  }

  void plan(std::size_t device, Hand& hand) {
    hand.plan = {};
    hand.cost = evaluate::cost_of_none(objective_);
    if (const Order tasks = tasks_of(hand); !tasks.empty()) {
      looks_ += looks_of_insertion(tasks.size());
      Planned planned = insertion(part_of(fleet_.devices[device], tasks), objective_);
      hand.plan = in_all_tasks(std::move(planned.plan), tasks);
      hand.cost = planned.predicted;
    }
  }

  /// What the device costs at the least with these groups, in whatever order.
  Millis bound(std::size_t device, const Hand& hand) {
    const Order tasks = tasks_of(hand);
    looks_ += static_cast<std::int64_t>(tasks.size()) + 1;
    return tasks.empty() ? evaluate::cost_of_none(objective_)
                         : evaluate::lower_bound(part_of(fleet_.devices[device], tasks), objective_);
  }

  /// Of the fleet.
  Millis cost() const {
    if (on_a_bus_) {
      std::vector<Plan> plans;
      for (const Hand& hand : hands_) {
        plans.push_back(hand.plan);
      }
      return evaluate::cost(fleet_, joined(plans), objective_);
    }
    Millis cost = evaluate::cost_of_none(objective_);
    for (const Hand& hand : hands_) {
      cost = evaluate::cost_together(objective_, cost, hand.cost);
    }
    return cost;
  }

  /// What a change between two devices has to make smaller: what they cost, and on a bus, where they hold others up,
  /// what all do.
  Millis judged(std::size_t one, std::size_t other) const {
    return on_a_bus_ ? cost() : evaluate::cost_together(objective_, hands_[one].cost, hands_[other].cost);
  }

  void descend() {
    while (looks_ < kLooks && clearly_less(least_, cost()) && improve()) {
    }
  }

  /// Two groups move to any other device each.
  void mix_up(Draws& draws) {
    for (int move = 0; move < 2; ++move) {
      const std::uint64_t from = draws.below(hands_.size());
      const std::uint64_t to = (from + 1 + draws.below(hands_.size() - 1)) % hands_.size();
      std::vector<std::size_t>& groups = hands_[from].groups;
      if (groups.empty()) {
        continue;
      }
      const auto given = groups.begin() + static_cast<std::ptrdiff_t>(draws.below(groups.size()));
      hands_[to].groups.push_back(*given);
      groups.erase(given);
      plan(from, hands_[from]);
      plan(to, hands_[to]);
    }
  }

  /// The first change found that is for the better; whether there was one.
  bool improve() {
    for (const std::size_t from : givers()) {
      for (std::size_t to = 0; to < hands_.size(); ++to) {
        if (to != from && change(from, to)) {
          return true;
        }
      }
    }
    return false;
  }

  std::vector<std::size_t> givers() const {
    std::vector<std::size_t> devices(hands_.size());
    std::iota(devices.begin(), devices.end(), std::size_t{0});
    std::stable_sort(devices.begin(), devices.end(),
                     [this](std::size_t a, std::size_t b) { return hands_[a].cost > hands_[b].cost; });
    if (!on_a_bus_ && objective_ != Objective::weighted_completion) {
      devices.resize(1);  // what the others do does not count
    }
    return devices;
  }

  bool change(std::size_t from, std::size_t to) {
    const std::size_t out = hands_[from].groups.size();
    const std::size_t back = hands_[to].groups.size();
    for (std::size_t given = 0; given < out; ++given) {
      for (std::size_t returned = 0; returned <= back && looks_ < kLooks; ++returned) {
        if (change(from, given, to, returned)) {
          return true;
        }
      }
    }
    return false;
  }

  /// Group `given` of `from` goes to `to`, and group `returned` of that one back, if it is one; undone if that is no
  /// better.
  bool change(std::size_t from, std::size_t given, std::size_t to, std::size_t returned) {
    Hand giver{.groups = hands_[from].groups};
    Hand receiver{.groups = hands_[to].groups};
    if (returned < receiver.groups.size()) {
      std::swap(giver.groups[given], receiver.groups[returned]);
    } else {
      receiver.groups.push_back(giver.groups[given]);
      giver.groups.erase(giver.groups.begin() + static_cast<std::ptrdiff_t>(given));
    }
    const Millis before = judged(from, to);
    if (!clearly_less(evaluate::cost_together(objective_, bound(from, giver), bound(to, receiver)), before)) {
      return false;
    }
    plan(from, giver);
    plan(to, receiver);
    std::swap(hands_[from], giver);
    std::swap(hands_[to], receiver);
    if (clearly_less(judged(from, to), before)) {
      return true;
    }
    std::swap(hands_[from], giver);
    std::swap(hands_[to], receiver);
    return false;
  }

  const Fleet& fleet_;
  Objective objective_;
  bool on_a_bus_;
  Millis least_;
  std::vector<Order> groups_;
  std::vector<Hand> hands_;
  std::int64_t looks_ = 0;
};

}  // namespace

std::vector<Order> deal(const Fleet& fleet, Objective objective) {
  return Dealer(fleet, objective).deal();
}

}  // namespace warpshop::order
