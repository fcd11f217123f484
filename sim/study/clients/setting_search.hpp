#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "sim/model/client_comparison.hpp"
#include "sim/model/policy_settings.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::study {

/// What clients get under a setting, from a run of that length on requests of that seed.
using TrySetting = std::function<ClientsFigures(const Settings& settings, Millis horizon, std::uint64_t seed)>;

/// How a setting is searched for.
struct SettingSearch {
  TrySetting attempt;  ///< may be called by several threads at once
  /// Told now and then: how many runs there were, and how much of the search is done, roughly, 0 … 1.
  std::function<void(std::size_t runs, double part)> tried = [](std::size_t, double) {};
  std::span<const Client> clients;
  Millis horizon{0};           ///< of the workload
  double requests_per_ms = 0;  ///< that arrive of all clients, roughly: how long a run takes
  Settings words = {};         ///< that are set, and stay; none: no option of the policy is
  std::uint64_t seed = 1;
  unsigned jobs = 1;
};

/// A setting that was found.
struct FoundSetting {
  Settings settings;
  std::size_t runs = 0;  ///< simulations that it took
};

/// The setting of a policy that keeps most goals, and leaves most for the clients that have none: see is_better(); of
/// those that keep as few, the one which misses them least. Short runs first, all on the same requests, so that
/// differences are those of the settings; goals are asked to be kept by 5 % more than they say:
///   1. what there is to choose from (Policy::choices), or a grid of coarse steps of every number (of many clients a
///      sample of it), of which a quarter goes on to runs twice as long, until few are left;
///   2. from the best of them (of more than two clients the best six), from all that there is for everybody and from
///      even shares: one number at a time up or down, or two of them, in coarse steps, as long as that helps;
///   3. long runs on other requests, where what looked good by luck falls behind, and goals count as kept by their
///      intervals: of the best of all that were tried, and of those that could be better than the best of these; where
///      none keeps all goals, of those that would keep them even if they did worse than they look in the shortest runs;
///      of more than two clients four times as long, where these cannot tell whether one that leaves 5 % more keeps
///      all;
///   4. from the best of these as in 2, in small steps and long runs.
/// In 2 and 4 all neighbours have shorter runs first. Who could be better follows from these: see expected_figures().
/// Of many clients 1, 2 and 4 end after a number of requests.
/// Nothing: the policy has nothing to search for. Deterministic, whatever the number of jobs.
std::optional<FoundSetting> search_setting(const Policy& policy, const Instance& instance, const SettingSearch& search);

}  // namespace warpshop::study
