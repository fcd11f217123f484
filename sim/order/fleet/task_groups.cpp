#include "sim/order/fleet/task_groups.hpp"

#include <algorithm>

namespace warpshop::order {

Order tasks_of(std::span<const Order> groups, std::span<const std::size_t> chosen) {
  Order tasks;
  for (const std::size_t group : chosen) {
    tasks.insert(tasks.end(), groups[group].begin(), groups[group].end());
  }
  std::sort(tasks.begin(), tasks.end());
  return tasks;
}

std::vector<std::size_t> list_of_each(std::span<const Order> lists) {
  std::vector<std::size_t> list_of;
  for (std::size_t list = 0; list < lists.size(); ++list) {
    for (const std::uint32_t task : lists[list]) {
      list_of.resize(std::max<std::size_t>(list_of.size(), task + 1));
      list_of[task] = list;
    }
  }
  return list_of;
}

void exchange_groups(Groups& some, std::size_t given, Groups& others, std::size_t returned) {
  if (returned < others.size()) {
    std::swap(some[given], others[returned]);
  } else {
    others.push_back(some[given]);
    some.erase(some.begin() + static_cast<std::ptrdiff_t>(given));
  }
}

}  // namespace warpshop::order
