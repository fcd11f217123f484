#include "sim/share/goal_parts.hpp"

#include <algorithm>
#include <numeric>
#include <variant>

namespace warpshop::share {
namespace {

double goal_part(const Instance& instance, const Client& client, const Goal& goal) {
  constexpr double kMillisPerSecond = 1000;
  if (const auto* speed = std::get_if<SpeedGoal>(&goal)) {
    return speed->part;
  }
  Millis kernels{0};
  Millis copies{0};
  for (std::uint32_t stage = 0; stage < client.stages(); ++stage) {
    const Job& job = instance.jobs[client.tasks.first + stage];
    kernels += job.kernel;
    copies += job.total() - job.kernel;
  }
  if (const auto* rate = std::get_if<RateGoal>(&goal)) {
    return std::min(1.0, rate->rate.value / kMillisPerSecond * kernels.count());
  }
  const Millis left = std::get<LatencyGoal>(goal).latency - copies;
  return left > kernels ? kernels / left : 1;
}

}  // namespace

KernelOwners kernel_owners(const Instance& instance) {
  KernelOwners owners{.of_task = std::vector<std::uint32_t>(instance.size()), .goals = {}};
  if (instance.clients.none()) {
    std::iota(owners.of_task.begin(), owners.of_task.end(), 0U);
    owners.goals.resize(instance.size());
    return owners;
  }
  for (const Client& client : instance.clients.all) {
    std::fill_n(owners.of_task.begin() + client.tasks.first, client.tasks.count,
                static_cast<std::uint32_t>(owners.goals.size()));
    owners.goals.push_back(client.goal ? std::optional(goal_part(instance, client, *client.goal)) : std::nullopt);
  }
  return owners;
}

}  // namespace warpshop::share
