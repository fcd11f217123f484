#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/model/assumed_costs.hpp"
#include "sim/model/basis.hpp"
#include "sim/model/co_run.hpp"
#include "sim/model/copy_facts.hpp"
#include "sim/model/energy.hpp"
#include "sim/model/job_times.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/recorded_makespan.hpp"
#include "sim/model/share_settings.hpp"
#include "sim/model/sharing_metrics.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// How busy what kernels share is from here on, over all SMs: [SharedResource], as a rule 0 … 1.
struct ResourceLoad {
  Millis from{0};
  std::array<double, kSharedResources> busy{};
};

/// The part of the time from 0 to `until` in which each is busy, on average; until > 0. The last point holds on.
inline std::array<double, kSharedResources> mean_load(std::span<const ResourceLoad> points, Millis until) {
  std::array<double, kSharedResources> mean{};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Millis end = i + 1 < points.size() ? points[i + 1].from : until;
    for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
      mean[resource] += points[i].busy[resource] * ((end - points[i].from) / until);
    }
  }
  return mean;
}

/// One plan on one workload, with its timeline.
struct Simulation {
  std::string workload;
  std::vector<std::string> task_names;  ///< by position
  std::string device;
  std::vector<std::string> fleet = {};  ///< names of the devices, where there are several
  std::string engine;
  Basis basis = {};
  std::string policy;
  bool proven_optimal = false;  ///< at the lower bound; or the best that the policy may choose
  bool seeks_optimum = false;   ///< the policy tries to prove that
  bool chooses_gates = false;   ///< from orders with gates; else from orders alone
  bool as_listed = false;       ///< see Policy::as_listed
  std::size_t ranked = 0;       ///< so many policies were compared, and this one came first; 0: it was asked for
  bool order_given = false;     ///< the policy says how the order is submitted, but the user gave it
  Plan plan;
  Objective objective = Objective::makespan;
  Millis predicted{0};  ///< the objective, by the policy's own model
  Millis cost{0};       ///< the objective, of the timeline
  Millis lower_bound{0};
  std::optional<AssumedCosts> assumed_costs = {};  ///< where it rests on what changes of context are assumed to take
  Timeline timeline;
  std::optional<RecordedMakespan> recorded = {};  ///< of an imported workload on the device that it was recorded on
  std::optional<SharingMetrics> sharing = {};     ///< where kernels share the GPU
  std::vector<ShareSetting> settings = {};        ///< there alone
  std::vector<ResourceLoad> loads = {};     ///< where kernels share and all have a law: see evaluate::resource_loads()
  std::optional<Energy> energy = {};        ///< where the profile says what everything draws
  std::vector<CopySpeed> copy_speeds = {};  ///< for a trace alone: see evaluate::copy_speeds()
  std::vector<TaskCopies> copies = {};      ///< for a trace alone, by position
  std::vector<Millis> releases = {};        ///< by position; empty: all at 0
  std::vector<Millis> due = {};             ///< by position, kNoDueDate for none; empty: none at all
  std::vector<JobTimes> jobs = {};          ///< of the timeline
  std::optional<std::chrono::duration<double, std::micro>> planning;  ///< how long the policy took
  Origin origin = {};
};

}  // namespace warpshop
