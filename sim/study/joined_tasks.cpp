#include "sim/study/joined_tasks.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "sim/evaluate/bounds/fleet_bound.hpp"
#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/bounds/machines.hpp"
#include "sim/model/split.hpp"

namespace warpshop::study {
namespace {

/// By group: the least that it costs by itself on any device.
std::vector<Millis> bounds_alone(const Fleet& fleet, const std::vector<Order>& groups, Objective objective) {
  std::vector<Millis> bounds;
  for (const Instance& device : fleet.devices) {
    const std::vector<Instance> parts = in_groups(device, groups);
    for (std::size_t group = 0; group < parts.size(); ++group) {
      const Millis bound = evaluate::lower_bound(evaluate::beside_others(parts[group]), objective);
      if (group == bounds.size()) {
        bounds.push_back(bound);
      } else {
        bounds[group] = std::min(bounds[group], bound);
      }
    }
  }
  return bounds;
}

}  // namespace

std::size_t joined_tasks(const Fleet& fleet, Objective objective) {
  if (fleet.single() || fleet.tasks().precedence.empty() || objective == Objective::weighted_completion) {
    return 0;
  }
  std::vector<Order> groups = connected_tasks(fleet.tasks());
  groups.erase(std::remove_if(groups.begin(), groups.end(), [](const Order& group) { return group.size() < 2; }),
               groups.end());
  const std::vector<Millis> alone = bounds_alone(fleet, groups, objective);
  const auto longest = std::max_element(alone.begin(), alone.end());
  if (longest == alone.end() || clearly_less(*longest, evaluate::lower_bound(fleet, objective))) {
    return 0;
  }
  return groups[static_cast<std::size_t>(longest - alone.begin())].size();
}

}  // namespace warpshop::study
