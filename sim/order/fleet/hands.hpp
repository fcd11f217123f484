#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/draws.hpp"
#include "sim/order/search_budget.hpp"

namespace warpshop::order {

/// The connected tasks of at least two devices as they are dealt, each device's planned by neh-gpu, and changes of
/// that.
class Hands {
 public:
  /// Spent from the budget: one for every task that a bound or a precedence is looked at for, n³ / 4 for a plan of n
  /// tasks, 100 for every task that moves in a simulation of GPUs on a bus.
  Hands(const Fleet& fleet, Objective objective, std::span<const Order> parts, SearchBudget& budget);

  static std::int64_t spent_on_plan(std::size_t tasks);

  /// By device, in input order.
  std::vector<Order> parts() const;
  /// What the fleet costs.
  Millis cost() const { return cost_; }
  std::size_t groups(std::size_t device) const { return hands_[device].groups.size(); }
  /// The devices that have to get other tasks if the fleet is to cost less, those that cost most first.
  Order givers() const;

  /// Group `given` of `from` goes to `to`, and group `returned` of that one back, if it is one; undone unless that is
  /// better: the two devices cost less, or, on a bus, where they hold others up, all do. Whether it was.
  bool exchange(std::size_t from, std::size_t given, std::size_t to, std::size_t returned);
  /// So many groups move to any other device each.
  void mix_up(int groups, Draws& draws);

 private:
  /// What a device has, and how that is planned.
  struct Hand {
    std::vector<std::size_t> groups;
    Plan plan = {};
    Millis cost{0};
  };

  void plan(std::size_t device, Hand& hand);
  Millis bound(std::size_t device, const Hand& hand);
  Millis together(Millis some, Millis others) const;
  Millis cost_of_all();

  const Fleet* fleet_;
  Objective objective_;
  bool on_a_bus_;
  SearchBudget* budget_;
  std::vector<Order> groups_;
  std::vector<Hand> hands_;
  Millis cost_{0};
};

}  // namespace warpshop::order
