#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "sim/model/units.hpp"
#include "sim/place/pair_predictor.hpp"

namespace warpshop::place {

/// Jobs that share a GPU.
struct Residents {
  std::span<const std::size_t> kinds;  ///< in the order in which they came
  bool together = true;                ///< all of them at the same instant; else the last while others were at work
};

/// How fast jobs are that share a GPU, by resident: work that is done in a millisecond, in milliseconds of the job
/// alone on the whole GPU; ≤ 1, and above 0 for one of them at least. Below 0: what a job is left with then takes
/// longer than all of it does alone, as that of one that has begun on a few CTAs, and keeps these. What is returned
/// stays as it is as long as the law does.
using SpeedLaw = std::function<std::span<const double>(std::size_t gpu_kind, const Residents& residents)>;

/// GPUs that are alike, as jobs find them.
struct GpuKind {
  std::vector<Millis> alone;              ///< by kind of job, on the whole GPU: > 0
  std::optional<Bytes> memory = {};       ///< nothing: not known, so everything fits
  std::optional<Bytes> largest_job = {};  ///< that fits, where that is less than the memory: of a MIG instance
  PairPredictor predict = {};
  std::optional<Watts> idle = {};      ///< what one draws that does nothing; nothing: not known
  std::vector<Watts> above_idle = {};  ///< by kind of job: on average over its time alone; with `idle`
};

/// A batch of jobs, and the GPUs that they are to be placed on.
struct PlacingProblem {
  std::vector<std::size_t> kinds;       ///< by job
  std::vector<bool> memory_bound = {};  ///< by kind: its class (S2); empty: none is
  std::vector<Millis> releases = {};    ///< by job; empty: all at 0
  std::vector<Bytes> footprints = {};   ///< by job; empty: 0
  std::vector<GpuKind> gpu_kinds = {};
  std::vector<std::size_t> gpus = {};  ///< by GPU: its kind
  std::size_t at_most = 2;             ///< jobs on a GPU, ≥ 1
  /// How many of the jobs that wait and fit a free place a round asks predictions of before it chooses one, or gives
  /// up.
  std::size_t ahead = std::numeric_limits<std::size_t>::max();
  SpeedLaw speeds = {};

  std::size_t size() const { return kinds.size(); }
  Millis release(std::size_t job) const { return releases.empty() ? Millis{0} : releases[job]; }
  Bytes footprint(std::size_t job) const { return footprints.empty() ? Bytes{0} : footprints[job]; }
  Millis alone(std::size_t job, std::size_t gpu) const { return gpu_kinds[gpus[gpu]].alone[kinds[job]]; }
  /// Whether the GPU can hold the job beside others that hold so much.
  bool has_room(std::size_t gpu, std::size_t job, Bytes held) const {
    const GpuKind& kind = gpu_kinds[gpus[gpu]];
    const Bytes own = footprint(job);
    return (!kind.largest_job || own <= *kind.largest_job) &&
           (!kind.memory || own.count <= kind.memory->count - held.count);
  }
};

/// Where a job runs, and when.
struct PlacedJob {
  std::size_t gpu = 0;
  Millis start{0};
  Millis end{0};
  std::size_t beside = 0;  ///< how many are on the GPU when it starts
  friend bool operator==(const PlacedJob&, const PlacedJob&) = default;
};

/// By job. Between two events, a start or an end, every job on a GPU goes on at the speed of the law.
using Placement = std::vector<PlacedJob>;

/// When the last job has ended; 0 of none.
Millis makespan(const Placement& placement);

}  // namespace warpshop::place
