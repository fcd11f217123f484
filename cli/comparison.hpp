#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/engines.hpp"
#include "cli/problem.hpp"
#include "sim/model/comparison.hpp"
#include "sim/order/policy.hpp"

namespace warpshop::cli {

/// How a comparison is made.
struct ComparisonSettings {
  std::string device;
  const Engine& engine;
  order::Options options;
  unsigned jobs = 1;    ///< ≥ 1 threads that plan; the result does not depend on it
  bool timing = false;  ///< keep how long each policy planned
};

/// Plans by every policy, lets the engine say what each plan costs, and ranks. progress(text) tells what goes on.
Comparison compare(const Problem& problem, const std::vector<const order::Policy*>& policies,
                   const ComparisonSettings& settings, const std::function<void(const std::string&)>& progress);

}  // namespace warpshop::cli
