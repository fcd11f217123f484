#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/assumed_costs.hpp"
#include "sim/model/basis.hpp"
#include "sim/model/cost_distribution.hpp"
#include "sim/model/energy.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/recorded_makespan.hpp"
#include "sim/model/share_settings.hpp"
#include "sim/model/sharing_metrics.hpp"
#include "sim/model/uncertainty.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// One policy on one workload.
struct PolicyResult {
  std::string policy;
  Plan plan;
  Millis predicted{0};                             ///< the objective, by the policy's own model
  Millis makespan{0};                              ///< by the engine
  Millis cost{0};                                  ///< the objective, by the engine
  std::optional<AssumedCosts> assumed_costs = {};  ///< where it rests on what changes of context are assumed to take
  std::size_t late_tasks = 0;                      ///< of those with a due date, by the engine
  std::optional<SharingMetrics> sharing = {};      ///< by the engine, where kernels share the GPU
  std::optional<Energy> energy = {};               ///< by the engine, where the profile says what everything draws
  bool proven_optimal = false;                     ///< at the lower bound; or the best that the policy may choose
  bool seeks_optimum = false;                      ///< the policy tries to prove that
  bool chooses_gates = false;                      ///< from orders with gates; else from orders alone
  bool as_listed = false;                          ///< it is what gains are counted from, see Policy::as_listed
  std::optional<CostDistribution> distribution;    ///< random:N: of N orders, the plan the median
  std::optional<std::chrono::duration<double, std::micro>> planning;  ///< how long the policy took
};

/// A policy that was to be compared, but is left out.
struct SkippedPolicy {
  std::string policy;
  std::optional<std::size_t> limit = {};  ///< beyond so many tasks
  std::string reason = {};                ///< what else it cannot take, if it is not the limit
  bool can_be_named = false;              ///< it runs all the same where the user names it
  friend bool operator==(const SkippedPolicy&, const SkippedPolicy&) = default;
};

/// A policy that failed: it, or what holds its plan against the rules, says why. The others do not depend on it.
struct FailedPolicy {
  std::string policy;
  std::string reason;
};

/// What the first policy of a comparison costs on the workload as it is in its file.
struct Unchanged {
  std::string policy;
  Millis cost{0};            ///< > 0
  std::string without = {};  ///< flags(WhatIf) of the comparison, with commas
};

/// Every policy side by side, by increasing cost; tied ones by increasing makespan, then in the order in which policies
/// are listed.
struct Comparison {
  std::string workload;
  std::vector<std::string> task_names;  ///< by position
  std::string device;
  std::vector<std::string> fleet;  ///< names of the devices, where there are several
  std::string engine;
  Basis basis = {};
  Objective objective = Objective::makespan;
  std::size_t due_tasks = 0;  ///< how many tasks have a due date
  Millis lower_bound{0};      ///< no plan costs less
  Millis fifo_cost{0};        ///< by the engine: what gains are counted from
  Plan fifo_plan;             ///< whether or not fifo is among the results
  bool one_chain = false;     ///< each task comes after the one before it: there is one order
  std::vector<PolicyResult> results;
  std::vector<ShareSetting> best_settings = {};  ///< of the first result, where its kernels share the GPU
  std::vector<SkippedPolicy> skipped;
  std::vector<FailedPolicy> failed;
  std::optional<Unchanged> unchanged = {};        ///< where a what-if changes the workload
  std::optional<RecordedMakespan> recorded = {};  ///< of an imported workload on the device that it was recorded on
  std::optional<Uncertainty> uncertainty = {};    ///< where it was asked for
  double best_overlap = 0;  ///< of the first result's timeline: fraction of time with two or three engines at work
  double fifo_overlap = 0;  ///< of fifo's
  Origin origin = {};
};

/// Whether no policy of the comparison costs less than the result, neither by what is assumed nor where changes of
/// context take the least or the most that they may: nothing is best for a price that nobody knows.
bool is_best(const Comparison& comparison, const PolicyResult& result);

}  // namespace warpshop
