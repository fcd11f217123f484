#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/order/fleet/task_groups.hpp"
#include "sim/order/search_budget.hpp"

namespace warpshop::order {

/// What each device has in the end, of those that say which `groups` they have.
template <class Devices>
std::vector<Order> tasks_by_device(std::span<const Order> groups, const Devices& devices) {
  std::vector<Order> parts;
  parts.reserve(devices.size());
  for (const auto& device : devices) {
    parts.push_back(tasks_of(groups, device.groups));
  }
  return parts;
}

/// Local search over deals of groups of tasks to devices: for as long as there is one that is for the better, the first
/// such exchange that is found is made. A group of a device goes to another, and one of that one's back, or none.
///
/// What is better the deal itself judges, by load or by cost. Of it are needed:
///   open()         whether it may be made better at all
///   givers()       the devices that have to get other groups for that, those to look at first
///   groups(device) how many it has
///   exchange(from, given, to, returned)
///                  group `given` of `from` goes to `to`, and group `returned` of that one back, if it is one; only if
///                  that is better; whether it was
///   kMovesFirst    whether groups that nothing comes back for are looked at before the others, or after them
template <class Deal>
void improve(Deal& deal, std::size_t devices, const SearchBudget& budget) {
  const auto exchange_any = [&](std::size_t from, std::size_t to) {
    const std::size_t own = deal.groups(from);
    const std::size_t others = deal.groups(to);
    for (std::size_t given = 0; given < own; ++given) {
      for (std::size_t step = 0; step <= others && !budget.exhausted(); ++step) {
        const std::size_t returned = Deal::kMovesFirst ? (step + others) % (others + 1) : step;
        if (deal.exchange(from, given, to, returned)) {
          return true;
        }
      }
    }
    return false;
  };
  const auto improve_once = [&] {
    for (const std::uint32_t from : deal.givers()) {
      for (std::size_t to = 0; to < devices; ++to) {
        if (to != from && exchange_any(from, to)) {
          return true;
        }
      }
    }
    return false;
  };
  while (!budget.exhausted() && deal.open() && improve_once()) {
  }
}

}  // namespace warpshop::order
