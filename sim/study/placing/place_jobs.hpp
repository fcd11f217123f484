#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "sim/model/placing.hpp"
#include "sim/model/workload.hpp"
#include "sim/place/placing_search.hpp"
#include "sim/study/set_devices.hpp"

namespace warpshop::study {

/// How a batch is placed.
struct PlacingSettings {
  std::vector<std::string> policies = {};  ///< names of place::place_policies(), or kPlacingSearch; empty: all
  std::size_t at_most = 2;                 ///< jobs on a GPU, 1 … kMostBeside
  std::string sharing = "leftover";        ///< one of kPlacingWays, with options as of compare; or kAllWays
  std::optional<Millis> within = {};       ///< the fewest GPUs are sought that do so
  std::uint64_t seed = 1;
  std::size_t moves = place::kSearchMoves;  ///< of the search
  std::optional<std::size_t> ahead = {};    ///< see place::PlacingProblem; nothing: see kMostPairs
  unsigned threads = std::max(1U, std::thread::hardware_concurrency());  ///< nothing depends on it
  /// Told what goes on.
  std::function<void(const std::string&)> progress = [](const auto&) {};
};

/// Each of kPlacingWays that can be had: see Placing::ways.
inline constexpr const char* kAllWays = "all";
/// A search that starts from the best of all policies.
inline constexpr const char* kPlacingSearch = "search";
/// The most jobs on a GPU: as many as MIG cuts one into.
inline constexpr std::size_t kMostBeside = 7;

/// Kinds of jobs of which all pairs are looked at. Of more, rounds look at the first kMostPairs / kinds of those that
/// wait, and the search ends once it has had kMostSearched sets simulated that nobody else asked for.
inline constexpr std::size_t kMostPairs = 20'000;
inline constexpr std::size_t kMostSearched = 20'000;

/// The most tasks: rounds look at all that wait.
inline constexpr std::size_t kMostPlaced = 10'000;
/// The most tasks of jobs that differ, times --at-most.
inline constexpr std::size_t kMostDifferent = 4096;

/// Places jobs by the co-run law, see CoRunSpeeds and batch_jobs(); what policies predict of pairs is that law. With
/// `within` on the first GPUs of the list that suffice, or on all. Of all ways of sharing that on the fewest GPUs, then
/// the one that ends first; a note says which cannot be had. Throws InputError: a policy or a way of sharing that
/// there is not, or that cannot be had; a job that fits no GPU; one that takes no time; more
/// than kMostPlaced tasks, or than kMostDifferent.
Placing place_jobs(const Workload& workload, const SetDevices& devices, const PlacingSettings& settings);

}  // namespace warpshop::study
