#pragma once

#include <optional>
#include <string>

#include "sim/model/objective.hpp"
#include "sim/model/simulation.hpp"
#include "sim/study/chosen_plan.hpp"
#include "sim/study/engine.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

/// How a plan is simulated.
struct SimulationSettings {
  std::string device;  ///< as the output calls it
  EngineChoice engine;
  Objective objective = Objective::makespan;
  bool timing = false;                       ///< keep how long planning took
  std::optional<Millis> sharing_bound = {};  ///< see study::sharing_bound()
  bool copy_speeds = false;                  ///< keep them, for a trace
  std::string record = {};                   ///< file for the engine's own record of the plan; empty: none is made
};

/// The plan with its timeline, held against what holds for all: see checked_timeline(). Its origin is left to the
/// caller.
Simulation simulate(Problem problem, ChosenPlan chosen, const SimulationSettings& settings);

}  // namespace warpshop::study
