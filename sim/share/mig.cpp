#include "sim/share/mig.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/model/error.hpp"
#include "sim/share/clients.hpp"
#include "sim/share/share_plan.hpp"

namespace warpshop::share {
namespace {

void extend(std::span<const MigProfile> profiles, std::vector<std::size_t>& layout, std::int64_t compute,
            std::int64_t memory, std::vector<std::vector<std::size_t>>& layouts) {
  bool full = true;
  for (std::size_t next = 0; next < profiles.size(); ++next) {
    if (profiles[next].compute > compute || profiles[next].memory > memory) {
      continue;
    }
    full = false;
    if (layout.empty() || next >= layout.back()) {
      layout.push_back(next);
      extend(profiles, layout, compute - profiles[next].compute, memory - profiles[next].memory, layouts);
      layout.pop_back();
    }
  }
  if (full) {
    layouts.push_back(layout);
  }
}

/// Kernels that share an instance do so as without limits.
Controller start_mig(const Instance& /*instance*/, const Share& share) {
  return [&share](const Observation& seen) {
    Decision decision;
    for (const std::uint32_t task : seen.ready) {
      const MemoryPartition& own = share.partitions[share.home[task]];
      decision.allocations.emplace_back(task, all_on(own.first, own.sms));
    }
    return decision;
  };
}

/// By task: its client. A task of copies alone that nothing joins to another is no client of its own where there are
/// any: it goes with the next task of the workload that has one, or else with the last.
std::vector<std::uint32_t> clients_of(const Instance& instance) {
  const Clients clients(instance);
  std::map<std::uint32_t, std::size_t> tasks_of;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    ++tasks_of[clients.of(task)];
  }
  const auto is_client = [&](std::uint32_t task) {
    const bool has_family = !instance.families.empty() && instance.families[task] > 0;
    return instance.jobs[task].has[index(Stage::kernel)] || has_family || tasks_of[clients.of(task)] > 1;
  };
  std::vector<std::optional<std::uint32_t>> next(instance.size() + 1);
  std::optional<std::uint32_t> last;
  for (auto task = static_cast<std::uint32_t>(instance.size()); task-- > 0;) {
    next[task] = is_client(task) ? clients.of(task) : next[task + 1];
    last = last ? last : next[task];
  }
  std::vector<std::uint32_t> client;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    client.push_back(next[task] ? *next[task] : last.value_or(clients.of(task)));
  }
  return client;
}

/// By task: of so many instances the one that its client is in. In the order in which the workload names them, clients
/// go to those that are given, from 1 on; others to the instance that fewest are in, the first of those.
std::vector<std::uint32_t> homes(const Instance& instance, std::size_t instances, const std::vector<double>& given) {
  std::map<std::uint32_t, std::uint32_t> home_of;  // of clients
  std::vector<std::uint32_t> home;
  for (const std::uint32_t client : clients_of(instance)) {
    const std::size_t known = home_of.size();
    const auto next = known < given.size() ? static_cast<std::uint32_t>(given[known]) - 1
                                           : static_cast<std::uint32_t>(known % instances);
    home.push_back(home_of.try_emplace(client, next).first->second);
  }
  return home;
}

Share cut(const Instance& instance, const std::vector<std::size_t>& layout, Share share) {
  const MigModel& mig = instance.chip->mig;
  std::vector<double> slices;
  std::uint32_t first = 0;
  for (const std::size_t each : layout) {
    const MigProfile& profile = mig.profiles[each];
    if (mig_layout(mig, {static_cast<double>(profile.compute)}) != std::vector{each}) {
      share.to_set = "compute slices of MIG instances, one or more with extra memory";
    }
    slices.push_back(static_cast<double>(profile.compute));
    share.partitions.push_back(
        {.first = first,
         .sms = profile.sms,
         .bandwidth = static_cast<double>(profile.memory) / static_cast<double>(mig.memory_slices),
         .profile = profile.name,
         .copy_engines = profile.copy_engines});
    first += profile.sms;
  }
  share.settings.set("slices", std::move(slices));
  share.home = homes(instance, share.partitions.size(), share.settings.numbers("homes"));
  share.start = start_mig;
  return share;
}

}  // namespace

std::vector<std::vector<std::size_t>> mig_layouts(const MigModel& mig) {
  std::vector<std::vector<std::size_t>> layouts;
  std::vector<std::size_t> layout;
  if (!mig.profiles.empty()) {
    extend(mig.profiles, layout, mig.compute_slices, mig.memory_slices, layouts);
  }
  return layouts;
}

std::optional<std::vector<std::size_t>> mig_layout(const MigModel& mig, const std::vector<double>& compute) {
  std::vector<std::size_t> layout;
  std::int64_t computes = 0;
  std::int64_t memory = 0;
  for (const double slices : compute) {
    std::optional<std::size_t> least;
    for (std::size_t i = 0; i < mig.profiles.size(); ++i) {
      const bool fits = static_cast<double>(mig.profiles[i].compute) == slices;
      least = fits && (!least || mig.profiles[i].memory < mig.profiles[*least].memory) ? i : least;
    }
    if (!least) {
      return std::nullopt;
    }
    layout.push_back(*least);
    computes += mig.profiles[*least].compute;
    memory += mig.profiles[*least].memory;
  }
  std::sort(layout.begin(), layout.end());
  return computes <= mig.compute_slices && memory <= mig.memory_slices ? std::optional(layout) : std::nullopt;
}

/// Every cut to which nothing can be added, and every way to put clients into its instances; instances alike are told
/// apart by who comes first.
std::vector<Settings> mig_choices(const Policy& policy, const Instance& instance) {
  constexpr std::size_t kMostWays = 512;  // of a cut
  const std::vector<std::uint32_t> by_task = clients_of(instance);
  const std::size_t clients = std::set<std::uint32_t>(by_task.begin(), by_task.end()).size();
  const std::vector<MigProfile>& profiles = instance.chip->mig.profiles;
  std::vector<Settings> choices;
  for (const std::vector<std::size_t>& layout : mig_layouts(instance.chip->mig)) {
    std::vector<double> slices;
    slices.reserve(layout.size());
    for (const std::size_t each : layout) {
      slices.push_back(static_cast<double>(profiles[each].compute));
    }
    if (mig_layout(instance.chip->mig, slices) != layout) {
      continue;  // one with more memory, which cannot be said
    }
    std::set<std::vector<std::vector<std::size_t>>> seen;
    std::vector<double> homes(clients, 1);
    for (std::size_t way = 0; way < kMostWays; ++way) {
      std::vector<std::vector<std::size_t>> who(layout.size(), std::vector<std::size_t>{});
      for (std::size_t client = 0; client < clients; ++client) {
        who[static_cast<std::size_t>(homes[client]) - 1].push_back(client);
      }
      for (std::size_t i = 0; i + 1 < layout.size(); ++i) {
        if (layout[i] == layout[i + 1] && who[i + 1] < who[i]) {
          std::swap(who[i], who[i + 1]);
          i = static_cast<std::size_t>(-1);  // once more
        }
      }
      if (seen.insert(std::move(who)).second) {
        Settings& settings = choices.emplace_back(policy.settings());
        settings.set("slices", slices);
        settings.set("homes", homes);
      }
      auto next = homes.begin();
      while (next != homes.end() && ++*next > static_cast<double>(layout.size())) {
        *next++ = 1;
      }
      if (next == homes.end()) {
        break;
      }
    }
  }
  return choices;
}

/// MIG: the chip cut into instances with SMs, memory bandwidth and copy engines of their own, each client in one of
/// them; those that are given as compute slices (3, 2, 2 in any order), or the best cut to which nothing can be added.
/// Copies of all instances share the link. The chip has MIG. Throws InputError: it cannot be cut so.
Planned mig(const Instance& instance, const PlanOptions& options, Share share) {
  const MigModel& chip = instance.chip->mig;
  const std::vector<double>& homes = share.settings.numbers("homes");
  const double most_homes = homes.empty() ? 0 : *std::max_element(homes.begin(), homes.end());
  if (!homes.empty() && share.settings.numbers("slices").empty()) {
    throw InputError("policy '" + share.policy + share.settings.text() +
                     "' says which instance clients are in, but not what there are, expected slices as well");
  }
  if (most_homes > static_cast<double>(share.settings.numbers("slices").size())) {
    throw InputError("policy '" + share.policy + share.settings.text() +
                     "' puts a client into an instance that there is not, expected numbers up to that of its slices");
  }
  if (!share.settings.empty()) {
    const auto layout = mig_layout(chip, share.settings.numbers("slices"));
    if (!layout) {
      throw InputError("policy '" + share.policy + share.settings.text() +
                       "' cannot cut this chip so, expected compute slices of instances that fit its " +
                       std::to_string(chip.compute_slices) + " compute and " + std::to_string(chip.memory_slices) +
                       " memory slices together, such as " + (chip.compute_slices < 7 ? "2/1/1" : "3/2/2 or 4/3"));
    }
    return share_plan(instance, options, cut(instance, *layout, std::move(share)));
  }
  Planned best;
  for (const std::vector<std::size_t>& layout : mig_layouts(chip)) {
    keep_better(best, share_plan(instance, options, cut(instance, layout, share)));
  }
  return best;
}

}  // namespace warpshop::share
