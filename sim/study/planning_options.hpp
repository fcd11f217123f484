#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "sim/model/policy.hpp"
#include "sim/model/what_if.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/given_pairs.hpp"

namespace warpshop::study {

/// How a user wants workloads to be planned.
struct PlanningOptions {
  std::vector<std::string> set;  ///< PATH=VALUE, of every profile
  std::string engine;
  PlanOptions order;               ///< its pairing without these two
  bool objective_said = false;     ///< of a batch, in `order`
  bool goals = false;              ///< those of clients are what counts; that of batches is not said
  std::optional<Partner> partner;  ///< if it is said
  std::vector<std::string> pairs;  ///< A+B, of tasks
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  bool timing = false;
  WhatIf what_if;  ///< of every workload

  /// What policies are asked for with this workload. Throws InputError: see pairing_for().
  PlanOptions options_for(const Workload& workload) const {
    PlanOptions options = order;
    options.pairing = pairing_for(order.pairing, partner, pairs, workload);
    return options;
  }
  /// What they say of a comparison; options: options_for() its workload; device: as the output calls it.
  ComparisonSettings comparison(const EngineChoice& asked, const PlanOptions& options,
                                const std::string& device) const {
    return {.device = device, .engine = asked, .options = options, .jobs = jobs, .timing = timing};
  }
};

}  // namespace warpshop::study
