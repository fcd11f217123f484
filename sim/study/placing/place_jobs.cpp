#include "sim/study/placing/place_jobs.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/model/error.hpp"
#include "sim/place/place_policies.hpp"
#include "sim/study/placing/fixed_sharing.hpp"
#include "sim/study/placing/placed_one_way.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::study {
namespace {

void check_policies(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto policies = place::place_policies();
    if (name != kPlacingSearch &&
        std::none_of(policies.begin(), policies.end(), [&](const auto& policy) { return policy.name == name; })) {
      std::string all = kPlacingSearch;
      for (const place::PlacePolicy& policy : policies) {
        all += ", " + std::string(policy.name);
      }
      throw InputError(fmt::format("--policy: '{}', expected some of {}", name, all));
    }
  }
}

bool is_better(const PlacedWay& one, const PlacedWay& other) {
  if (one.kept != other.kept || one.gpus != other.gpus) {
    return one.kept != other.kept ? one.kept : one.gpus < other.gpus;
  }
  return clearly_less(one.makespan, other.makespan);
}

Placing placed_in_all_ways(const Workload& workload, const SetDevices& devices, PlacingSettings settings) {
  std::vector<PlacedWay> ways;
  std::optional<Placing> best;
  std::vector<Note> refused;
  std::optional<InputError> first;
  for (const std::string_view way : kPlacingWays) {
    settings.sharing = way;
    if (const auto unset = limit_notes({way_of_sharing(settings.sharing)}, devices.devices); !unset.empty()) {
      refused.push_back({.where = "", .text = fmt::format("{} is left out: {}", way, unset.front().text)});
      continue;
    }
    try {
      Placing placing = placed_one_way(workload, devices, settings);
      ways.push_back({.sharing = settings.sharing,
                      .policy = placing.best().policy,
                      .makespan = placing.best().makespan,
                      .lower_bound = placing.lower_bound,
                      .gpus = placing.gpus.size(),
                      .kept = placing.kept});
      std::stable_sort(ways.begin(), ways.end(), is_better);
      if (ways.front().sharing == way) {
        best = std::move(placing);
      }
    } catch (const InputError& error) {
      first = first ? first : error;
      refused.push_back({.where = "", .text = fmt::format("{} is left out: {}", way, error.what())});
    }
  }
  if (!best) {
    throw InputError(*first);
  }
  best->ways = std::move(ways);
  append(best->notes, std::move(refused));
  return std::move(*best);
}

}  // namespace

Placing place_jobs(const Workload& workload, const SetDevices& devices, const PlacingSettings& settings) {
  check_policies(settings.policies);
  if (workload.size() > kMostPlaced) {
    throw InputError(workload.file, {},
                     fmt::format("{} tasks are to be placed, expected at most {}", workload.size(), kMostPlaced));
  }
  Placing placing = settings.sharing == kAllWays ? placed_in_all_ways(workload, devices, settings)
                                                 : placed_one_way(workload, devices, settings);
  constexpr double kKnown = 0.92;  // of simulations of whole batches, the farthest seen
  if (settings.within && placing.kept && settings.at_most > 1 && placing.best().makespan > kKnown * *settings.within) {
    placing.notes.push_back({.where = workload.name,
                             .text = "where jobs come while others run, ends are known to some 8 % only, and this one "
                                     "is closer to --within: a GPU more is on the safe side"});
  }
  return placing;
}

}  // namespace warpshop::study
