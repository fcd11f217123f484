#pragma once

#include <span>
#include <string>

#include "sim/model/placing.hpp"
#include "sim/place/board.hpp"
#include "sim/study/placing/batch_jobs.hpp"

namespace warpshop::study {

/// What a policy's placement says of each job, in order of the GPUs and of their starts there, and of all of them.
PlacedBatch placed_batch(const std::string& policy, const place::PlacingProblem& problem,
                         const place::Placement& placement, std::span<const BatchJob> jobs);

}  // namespace warpshop::study
