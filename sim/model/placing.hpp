#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/basis.hpp"
#include "sim/model/energy.hpp"
#include "sim/model/note.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// A job on its GPU.
struct JobOnGpu {
  std::string job;
  std::size_t gpu = 0;  ///< position in Placing::gpus
  Millis start{0};
  Millis end{0};
  Millis alone{0};                  ///< on that GPU as a whole
  std::vector<std::string> beside;  ///< who is on the GPU at any time of it

  /// (end - start) / alone; at least 1, as ends of late jobs are rounded.
  double slowdown() const { return std::max(1.0, (end - start) / alone); }
};

/// What a policy makes of a batch.
struct PlacedBatch {
  std::string policy;
  Millis makespan{0};
  Millis mean_turnaround{0};  ///< end - release
  double mean_slowdown = 1, worst_slowdown = 1;
  std::size_t gpus_used = 0;
  std::optional<Energy> energy = {};
  std::vector<JobOnGpu> jobs = {};  ///< by GPU, then in the order in which they are started there
};

/// Two kinds of jobs that start together on an idle GPU, each by its first job.
struct PlacedPair {
  std::string job;
  std::string beside;
  std::string device;   ///< profile of the GPU
  double slowdown = 1;  ///< of the two and of both orders the larger T_p / T_s (S2's SD), by the law
};

/// A GPU, and what to set on it.
struct PlacedGpu {
  std::string name;    ///< `titanx#2`
  std::string device;  ///< its profile
  std::string set;     ///< how jobs share it, for people
  std::optional<double> mps_percentage = {};
  std::vector<std::string> mig_profiles = {};
};

/// The best placement under a way of sharing.
struct PlacedWay {
  std::string sharing;
  std::string policy;
  Millis makespan{0};
  Millis lower_bound{0};
  std::size_t gpus = 0;  ///< that it was placed on
  bool kept = true;      ///< see Placing
};

/// A batch of jobs placed on GPUs by every policy, the best first.
struct Placing {
  std::string workload;
  std::string device;  ///< as the user named them
  std::size_t jobs = 0;
  std::size_t kinds = 0;  ///< of jobs that differ
  std::string sharing;
  std::size_t at_most = 2;
  std::optional<Millis> within = {};
  bool kept = true;            ///< `within` by the best, or none was asked for
  std::size_t least_gpus = 1;  ///< with fewer, from the first on, nothing ends within `within`
  Millis lower_bound{0};
  std::vector<PlacedGpu> gpus = {};  ///< those that are used, of those that are there
  std::size_t gpus_there = 0;
  bool alike = true;                      ///< those that are there
  std::vector<PlacedBatch> results = {};  ///< at least one
  std::vector<PlacedPair> pairs = {};     ///< by device and job, where all have been looked at
  double threshold = 1.9;                 ///< of pairs: S2's, from which on it keeps them apart
  std::vector<PlacedWay> ways = {};       ///< where all were tried, best first
  Basis basis = {};
  Origin origin = {};
  std::vector<Note> notes = {};

  const PlacedBatch& best() const { return results.front(); }
  /// Of a policy by its name; null: it was not asked for.
  const PlacedBatch* of(const std::string& policy) const {
    for (const PlacedBatch& result : results) {
      if (result.policy == policy) {
        return &result;
      }
    }
    return nullptr;
  }
};

}  // namespace warpshop
