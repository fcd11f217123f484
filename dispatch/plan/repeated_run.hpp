#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dispatch/drift/drift.hpp"
#include "dispatch/plan/runner.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::dispatch {

/// A plan that was run again and again.
struct RepeatedRun {
  Timeline median;                 ///< of the repetition with the median makespan; of two, the shorter
  std::vector<Millis> makespans;   ///< of every repetition, in the order in which they ran; warm-up left out
  std::vector<std::size_t> wrong;  ///< tasks whose results were not those of the CPU
  /// Median time to submit all of the plan; nothing where several threads submitted, and waited.
  std::optional<std::chrono::duration<double, std::micro>> submission;
};

/// Runs the plan so often (≥ 1), and once more before that; drift sees every repetition that counts. Throws
/// DeviceError.
RepeatedRun repeated_run(Runner& runner, const Plan& plan, unsigned repeat, Check check, Drift& drift,
                         const std::function<void(const std::string&)>& progress);

}  // namespace warpshop::dispatch
