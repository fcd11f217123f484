#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/model/policy.hpp"
#include "sim/model/sweep.hpp"
#include "sim/study/engine.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

/// How every point of a sweep is made.
struct SweepSettings {
  EngineChoice engine;
  std::vector<NamedPolicy> policies;  ///< that take what the sets hold
  PlanOptions options;                ///< its objective is the cell's
  bool sharing = false;               ///< kernels may share: the problem is prepared
};

/// A set of tasks in a cell: its fleet, planned by every policy and run by the engine, beside the baselines. Every
/// timeline is checked as those of `compare` are. Throws as checked_timeline(). Safe to call from several threads.
SweepPoint sweep_point(const Fleet& fleet, std::uint64_t set, Objective objective, const SweepSettings& settings);

/// The tasks of a population at these positions, in this order, each as often as it stands there: on every device what
/// it is in the population's fleet. The population has no precedence.
Fleet picked(const Fleet& population, const Order& tasks);

}  // namespace warpshop::study
