#include "sim/share/clients.hpp"

#include <algorithm>
#include <unordered_set>

namespace warpshop::share {

std::uint32_t client_of(const Instance& instance, std::uint32_t task) {
  const std::uint32_t family = instance.families.empty() ? 0 : instance.families[task];
  return family > 0 ? static_cast<std::uint32_t>(instance.size()) + family : task;
}

std::vector<std::uint32_t> clients(const Instance& instance) {
  std::vector<std::uint32_t> found;
  std::unordered_set<std::uint32_t> seen;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    if (instance.jobs[task].has[index(Stage::kernel)] && seen.insert(client_of(instance, task)).second) {
      found.push_back(client_of(instance, task));
    }
  }
  return found;
}

}  // namespace warpshop::share
