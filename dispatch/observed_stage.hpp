#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dispatch/concrete_task.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/stage.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::dispatch {

/// A stage as it ran.
struct ObservedStage {
  Stage stage = Stage::h2d;
  Memory memory = Memory::pinned;    ///< of a copy
  Bytes size;                        ///< of a copy
  std::optional<KernelCall> kernel;  ///< of a kernel that goes by a name in the profile
  Millis start{0};                   ///< all of one device count from the same instant
  Millis end{0};
};

/// What a measured timeline says of each stage of those tasks; in free streams nothing of kernels, since their start
/// events say when their streams came to them, not when they began.
std::vector<ObservedStage> observed_stages(const Timeline& timeline, Submission submission,
                                           const std::vector<ConcreteTask>& tasks);

}  // namespace warpshop::dispatch
