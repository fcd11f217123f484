#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "sim/model/comparison.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/policy.hpp"
#include "sim/model/simulation.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

/// A plan, and what it is called.
struct ChosenPlan {
  std::string policy;
  Planned planned;
  bool order_given = false;  ///< by the user, for a policy that says how it is submitted
  std::size_t ranked = 0;    ///< so many policies were compared, and this one came first; 0: it was asked for
  std::chrono::duration<double, std::micro> planning{0};
  std::string note = {};  ///< what the user is to know of it; empty: nothing
};

/// What a comparison made of a policy.
inline ChosenPlan chosen_plan(PolicyResult result) {
  ChosenPlan chosen{.policy = std::move(result.policy),
                    .planned = {.plan = std::move(result.plan),
                                .predicted = result.predicted,
                                .proven_optimal = result.proven_optimal,
                                .seeks_optimum = result.seeks_optimum,
                                .chooses_gates = result.chooses_gates}};
  chosen.planning = result.planning.value_or(chosen.planning);
  return chosen;
}

/// How a plan is simulated.
struct SimulationSettings {
  std::string device;  ///< as the output calls it
  EngineChoice engine;
  Objective objective = Objective::makespan;
  bool timing = false;       ///< keep how long planning took
  bool copy_speeds = false;  ///< keep them, for a trace
  std::string record = {};   ///< file for the engine's own record of the plan; empty: none is made
};

/// The plan with its timeline, held against what holds for all: see checked_timeline(). Its origin is left to the
/// caller.
Simulation simulate(Problem problem, ChosenPlan chosen, const SimulationSettings& settings);

}  // namespace warpshop::study
