#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "sim/model/error.hpp"
#include "sim/model/fleet.hpp"
#include "sim/order/fleet/fleet_plan.hpp"

namespace warpshop::test {

/// The least cost of all plans in ordered submission, one by one and without any rule that leaves some out: each task
/// on each device (what precedence connects on one), in each order, each copy out behind any copy in that stands behind
/// it on its device, or behind none. A plan is one that a user could give with --order; what it costs, slow_ends() says
/// as well (tests/evaluate/fleet_evaluate_test.cpp).
class EveryGatedPlan {
 public:
  EveryGatedPlan(const Fleet& fleet, Objective objective)
      : fleet_(fleet), objective_(objective), device_of_(fleet.size(), 0) {}

  Millis least() {
    deal(0);
    return least_;
  }

 private:
  void deal(std::size_t task) {
    if (task < fleet_.size()) {
      for (device_of_[task] = 0; device_of_[task] < fleet_.devices.size(); ++device_of_[task]) {
        deal(task + 1);
      }
      return;
    }
    const std::vector<Precedence>& pairs = fleet_.tasks().precedence;
    if (std::any_of(pairs.begin(), pairs.end(),
                    [&](const Precedence& pair) { return device_of_[pair.before] != device_of_[pair.after]; })) {
      return;
    }
    Order order(fleet_.size());
    std::iota(order.begin(), order.end(), 0U);
    do {
      const auto place = [&](std::uint32_t of) { return std::find(order.begin(), order.end(), of); };
      if (std::all_of(pairs.begin(), pairs.end(),
                      [&](const Precedence& pair) { return place(pair.before) < place(pair.after); })) {
        parts_.assign(fleet_.devices.size(), {});
        for (const std::uint32_t each : order) {
          parts_[device_of_[each]].push_back(each);
        }
        gates_.clear();
        hold_back(order, 0);
      }
    } while (std::next_permutation(order.begin(), order.end()));
  }

  /// The copies out of the tasks from that place of the order on.
  void hold_back(const Order& order, std::size_t from) {
    if (from == order.size()) {
      look();
      return;
    }
    hold_back(order, from + 1);
    const Instance& device = fleet_.devices[device_of_[order[from]]];
    for (std::size_t behind = from + 1; behind < order.size() && device.jobs[order[from]].has[2]; ++behind) {
      if (device_of_[order[behind]] == device_of_[order[from]] && device.jobs[order[behind]].has[0]) {
        gates_.push_back({.d2h = order[from], .h2d = order[behind]});
        hold_back(order, from + 1);
        gates_.pop_back();
      }
    }
  }

  void look() {
    try {
      least_ = std::min(
          least_,
          order::plan_as_given(fleet_, parts_, Submission::ordered, {.objective = objective_}, gates_).predicted);
    } catch (const InputError&) {  // NOLINT(bugprone-empty-catch): a gate that would never open is no plan
    }
  }

  const Fleet& fleet_;
  Objective objective_;
  std::vector<std::size_t> device_of_;
  std::vector<Order> parts_;
  std::vector<Gate> gates_;
  Millis least_{std::numeric_limits<double>::infinity()};
};

}  // namespace warpshop::test
