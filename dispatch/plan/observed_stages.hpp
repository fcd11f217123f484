#pragma once

#include <vector>

#include "dispatch/drift/observed_stage.hpp"
#include "dispatch/plan/concrete_task.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::dispatch {

/// What a measured timeline says of each stage of those tasks; in free streams nothing of kernels, since their start
/// events say when their streams came to them, not when they began.
std::vector<ObservedStage> observed_stages(const Timeline& timeline, Submission submission,
                                           const std::vector<ConcreteTask>& tasks);

}  // namespace warpshop::dispatch
