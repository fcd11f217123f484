#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "sim/model/comparison.hpp"
#include "sim/model/policy.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

/// How a comparison is made.
struct ComparisonSettings {
  std::string device;
  EngineChoice engine;
  PlanOptions options;
  unsigned jobs = 1;    ///< ≥ 1 threads that plan; the result does not depend on it
  bool timing = false;  ///< keep how long each policy planned
};

/// Plans by every policy, of which ways of sharing need the problem to be prepared for that (random:N draws so many
/// orders, to show how their costs spread), lets the engine say what
/// each plan costs, and ranks. A policy that fails, or whose plan does, is in Comparison::failed; if all do, the first
/// failure is thrown, std::runtime_error. progress(text) tells what goes on. Throws InputError: what the user set.
Comparison compare(const Problem& problem, const std::vector<NamedPolicy>& policies, const ComparisonSettings& settings,
                   const std::function<void(const std::string&)>& progress);

}  // namespace warpshop::study
