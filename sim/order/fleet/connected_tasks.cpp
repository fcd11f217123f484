#include "sim/order/fleet/connected_tasks.hpp"

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

}  // namespace warpshop::order
