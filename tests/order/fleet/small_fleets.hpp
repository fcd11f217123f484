#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/order/precedence.hpp"
#include "tests/support/fleets.hpp"

namespace warpshop::test {

inline Instance kernels(const std::vector<double>& times) {
  Instance instance{.rates = even_rates(1)};
  for (const double time : times) {
    instance.jobs.push_back(job_of(-1, time, -1));
  }
  return instance;
}

/// Up to three devices that know nothing of each other, with so few tasks that every plan can be looked at.
inline Fleet small_fleet() {
  Fleet fleet = demanding_fleet(4, false);
  fleet.devices.resize(std::min<std::size_t>(fleet.devices.size(), 3));
  fleet.names.resize(fleet.devices.size());
  return fleet;
}

/// Over every deal that keeps connected tasks together, and every order that precedence allows.
inline Millis least_cost(const Fleet& fleet, Objective objective) {
  std::vector<std::size_t> device_of(fleet.size(), 0);
  Millis least{1e18};
  const auto look = [&] {
    for (const Precedence& pair : fleet.tasks().precedence) {
      if (device_of[pair.before] != device_of[pair.after]) {
        return;
      }
    }
    Order order = order_of(fleet.size());
    do {
      std::vector<Plan> plans(fleet.devices.size());
      for (const std::uint32_t task : order) {
        plans[device_of[task]].order.push_back(task);
      }
      if (order::feasible(fleet.tasks(), order) == order) {
        least = std::min(least, evaluate::cost(fleet, joined(plans), objective));
      }
    } while (std::next_permutation(order.begin(), order.end()));
  };
  const std::function<void(std::size_t)> deal_from = [&](std::size_t task) {
    if (task == fleet.size()) {
      look();
      return;
    }
    for (device_of[task] = 0; device_of[task] < fleet.devices.size(); ++device_of[task]) {
      deal_from(task + 1);
    }
    device_of[task] = 0;
  };
  deal_from(0);
  return least;
}

}  // namespace warpshop::test
