#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "sim/model/error.hpp"
#include "sim/model/policy.hpp"
#include "sim/share/clients.hpp"
#include "sim/share/share_plan.hpp"
#include "sim/share/sm_split.hpp"

namespace warpshop::share {
namespace {

/// By task: that of its process.
std::vector<double> given_levels(const Instance& instance, const std::vector<double>& given) {
  const Clients clients(instance);
  std::vector<double> levels(instance.size());
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    if (!given.empty() && instance.jobs[task].has[index(Stage::kernel)]) {
      levels[task] = given[clients.number(task) % given.size()];
    }
  }
  for (const Client& client : instance.clients.all) {
    for (std::uint32_t i = 0; i < client.tasks.count && given.empty(); ++i) {
      levels[client.tasks.first + i] = client.priority;
    }
  }
  return levels;
}

/// The same in the fewest numbers, from 0 on.
std::vector<std::uint32_t> levels_of(const Instance& instance, const std::vector<double>& given) {
  const std::vector<double> levels = given_levels(instance, given);
  std::vector<double> all = levels;
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::vector<std::uint32_t> ranks;
  ranks.reserve(levels.size());
  for (const double level : levels) {
    ranks.push_back(static_cast<std::uint32_t>(std::lower_bound(all.begin(), all.end(), level) - all.begin()));
  }
  return ranks;
}

/// CTAs that a kernel holds.
std::int64_t held(const Running& kernel) {
  return std::accumulate(
      kernel.held.begin(), kernel.held.end(), std::int64_t{0},
      [](std::int64_t sum, const SmRange& range) { return sum + static_cast<std::int64_t>(range.sms) * range.ctas; });
}

Controller start_priority(const Instance& instance, const Share& share) {
  return [&instance, levels = share.levels](const Observation& seen) {
    Decision decision;
    bool any = false;
    std::uint32_t highest = 0;  // of those that want more room
    const auto wants = [&](std::uint32_t task) {
      highest = any ? std::max(highest, levels[task]) : levels[task];
      any = true;
    };
    for (const std::uint32_t task : seen.ready) {
      wants(task);
    }
    for (const Running& kernel : seen.running) {
      if (kernel.subtasks - kernel.done > held(kernel)) {
        wants(kernel.task);
      }
    }
    const auto may_go = [&](std::uint32_t task) { return !any || levels[task] >= highest; };
    for (const Running& kernel : seen.running) {
      decision.allocations.emplace_back(kernel.task, may_go(kernel.task) ? everything(instance) : Allocation{});
    }
    for (const std::uint32_t task : seen.ready) {
      if (may_go(task)) {
        decision.allocations.emplace_back(task, everything(instance));
      }
    }
    return decision;
  };
}

}  // namespace

/// Stream priorities (cudaStreamCreateWithPriority): whenever there is room for a CTA, one of the kernel that has the
/// highest level goes there; those that run stay until they have done their subtask. So a kernel of a lower level gets
/// no new CTAs while one of a higher level has subtasks that no CTA has taken. Of one level as the hardware has it, see
/// leftover(). Levels: of the clients, or as given, by process.
Planned priority(const Instance& instance, const PlanOptions& options, Share share) {
  const std::vector<double> given = share.settings.numbers("levels");
  const std::size_t clients = instance.clients.all.size();
  if (given.size() > 1 && given.size() < clients) {
    throw InputError("policy '" + share.policy + share.settings.text() + "' has " + std::to_string(given.size()) +
                     " levels for " + std::to_string(clients) + " clients, expected one for each");
  }
  share.levels = levels_of(instance, given);
  share.start = start_priority;
  return share_plan(instance, options, std::move(share));
}

/// Every client above, beside or below every other: of up to four all orders with ties; of more each of them by itself
/// above all others. None where no client has a goal: the levels are those of the clients.
std::vector<Settings> priority_choices(const Policy& policy, const Instance& instance) {
  constexpr std::size_t kMostOrdered = 4;
  const std::size_t clients = Clients(instance).all().size();
  std::vector<Settings> choices;
  if (std::none_of(instance.clients.all.begin(), instance.clients.all.end(),
                   [](const Client& client) { return client.goal.has_value(); })) {
    return choices;
  }
  std::vector<double> levels(clients);
  const auto add = [&] { choices.emplace_back(policy.settings()).set("levels", levels); };
  if (clients > kMostOrdered) {
    for (double& level : levels) {
      level = 1;
      add();
      level = 0;
    }
    return choices;
  }
  while (true) {
    const double most = clients == 0 ? 0 : *std::max_element(levels.begin(), levels.end());
    bool gapless = true;
    for (double level = 0; level <= most; ++level) {
      gapless = gapless && std::find(levels.begin(), levels.end(), level) != levels.end();
    }
    if (gapless) {
      add();
    }
    auto next = levels.begin();
    while (next != levels.end() && ++*next == static_cast<double>(clients)) {
      *next++ = 0;
    }
    if (next == levels.end()) {
      return choices;
    }
  }
}

}  // namespace warpshop::share
