#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
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
  std::string sharing = "leftover";        ///< leftover, mps, mig or timeslice, with options as of compare
  std::optional<Millis> within = {};       ///< the fewest GPUs are sought that do so
  std::uint64_t seed = 1;
  std::size_t moves = place::kSearchMoves;  ///< of the search
  /// Told what goes on.
  std::function<void(const std::string&)> progress = [](const auto&) {};
};

/// A search that starts from the best of all policies.
inline constexpr const char* kPlacingSearch = "search";
/// The most jobs on a GPU: as many as MIG cuts one into.
inline constexpr std::size_t kMostBeside = 7;

/// The most tasks: rounds look at all that wait.
inline constexpr std::size_t kMostPlaced = 10'000;
/// The most tasks of jobs that differ, times --at-most: each is simulated beside each other.
inline constexpr std::size_t kMostDifferent = 4096;

/// Places jobs by the co-run law, see CoRunSpeeds and batch_jobs(); what policies predict of pairs is that law. With
/// `within` on the first GPUs of the list that suffice, or on all. Throws InputError: a policy or a way of sharing that
/// there is not, or that cannot be had; a job that fits no GPU; one that takes no time; more
/// than kMostPlaced tasks, or than kMostDifferent.
Placing place_jobs(const Workload& workload, const SetDevices& devices, const PlacingSettings& settings);

}  // namespace warpshop::study
