#include "sim/order/fleet/connected_tasks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sim/order/ranking.hpp"

namespace warpshop::order {

std::vector<Order> connected_tasks(const Instance& instance) {
  std::vector<std::uint32_t> root = input_order(instance.size());
  const auto find = [&](std::uint32_t task) {
    while (root[task] != task) {
      task = root[task] = root[root[task]];
    }
    return task;
  };
  for (const Precedence& pair : instance.precedence) {
    const auto [first, second] = std::minmax({find(pair.before), find(pair.after)});
    root[second] = first;
  }
  std::vector<Order> groups;
  std::vector<std::size_t> group_of(instance.size());
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    const std::uint32_t first = find(task);
    if (first == task) {
      group_of[task] = groups.size();
      groups.emplace_back();
    }
    groups[group_of[first]].push_back(task);
  }
  return groups;
}

Order tasks_of(std::span<const Order> groups, std::span<const std::size_t> chosen) {
  Order tasks;
  for (const std::size_t group : chosen) {
    tasks.insert(tasks.end(), groups[group].begin(), groups[group].end());
  }
  std::sort(tasks.begin(), tasks.end());
  return tasks;
}

}  // namespace warpshop::order
