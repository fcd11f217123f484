#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
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
  unsigned jobs = 1;                              ///< ≥ 1 threads that plan; the result does not depend on it
  bool timing = false;                            ///< keep how long each policy planned
  std::optional<std::size_t> random_orders = {};  ///< that `random` draws, to show how their costs spread
};

/// What the options that planning commands share say of it; device: as the output calls it.
ComparisonSettings comparison_settings(const PlanningOptions& options, const std::string& device);

/// Plans by every policy, lets the engine say what each plan costs, and ranks. progress(text) tells what goes on.
Comparison compare(const Problem& problem, const std::vector<const order::Policy*>& policies,
                   const ComparisonSettings& settings, const std::function<void(const std::string&)>& progress);

}  // namespace warpshop::cli
