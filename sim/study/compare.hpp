#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/comparison.hpp"
#include "sim/order/policies.hpp"
#include "sim/study/engine.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

/// How a comparison is made.
struct ComparisonSettings {
  std::string device;
  EngineChoice engine;
  PlanOptions options;
  unsigned jobs = 1;                              ///< ≥ 1 threads that plan; the result does not depend on it
  bool timing = false;                            ///< keep how long each policy planned
  std::optional<std::size_t> random_orders = {};  ///< that `random` draws, to show how their costs spread
  std::map<std::string, std::vector<double>> splits = {};  ///< what is set of ways of sharing, by policy
};

/// Plans by every policy, of which ways of sharing need the problem to be prepared for that, lets the engine say what
/// each plan costs, and ranks. A policy that fails, or whose plan does, is in Comparison::failed; if all do, the first
/// failure is thrown, std::runtime_error. progress(text) tells what goes on. Throws InputError: what the user set.
Comparison compare(const Problem& problem, const std::vector<const Policy*>& policies,
                   const ComparisonSettings& settings, const std::function<void(const std::string&)>& progress);

}  // namespace warpshop::study
