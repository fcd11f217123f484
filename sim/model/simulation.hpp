#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// One plan on one workload, with its timeline.
struct Simulation {
  std::string workload;
  std::vector<std::string> task_names;  ///< by position
  std::string device;
  std::vector<std::string> fleet = {};  ///< names of the devices, where there are several
  std::string engine;
  std::string policy;
  bool proven_optimal = false;  ///< no order of ordered submission is better
  bool seeks_optimum = false;   ///< the policy tries to prove that
  bool order_given = false;     ///< the policy says how the order is submitted, but the user gave it
  Plan plan;
  Objective objective = Objective::makespan;
  Millis predicted{0};  ///< the objective, by the policy's own model
  Millis cost{0};       ///< the objective, of the timeline
  Millis lower_bound{0};
  Timeline timeline;
  std::optional<std::chrono::duration<double, std::micro>> planning;  ///< how long the policy took
};

}  // namespace warpshop
