#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/plan.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// One policy on one workload.
struct PolicyResult {
  std::string policy;
  Plan plan;
  Millis predicted{0};                                                ///< by the policy's own model
  Millis makespan{0};                                                 ///< by the engine
  bool proven_optimal = false;                                        ///< no order of ordered submission is better
  bool seeks_optimum = false;                                         ///< the policy tries to prove that
  std::optional<std::chrono::duration<double, std::micro>> planning;  ///< how long the policy took
};

/// A policy that was to be compared, but is left out for the number of tasks.
struct SkippedPolicy {
  std::string policy;
  std::size_t limit = 0;  ///< beyond so many tasks
};

/// Every policy side by side, by increasing makespan; tied ones in the order in which policies are listed.
struct Comparison {
  std::string workload;
  std::vector<std::string> task_names;  ///< by position
  std::string device;
  std::string engine;
  Millis lower_bound{0};    ///< no plan is below it
  Millis fifo_makespan{0};  ///< by the engine: what gains are counted from
  std::vector<PolicyResult> results;
  std::vector<SkippedPolicy> skipped;
  double best_overlap = 0;  ///< of the first result's timeline: fraction of time with two or three engines at work
  double fifo_overlap = 0;  ///< of fifo's
};

}  // namespace warpshop
