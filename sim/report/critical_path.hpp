#pragma once

#include <cstddef>
#include <vector>

#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::report {

/// The commands that a makespan consists of, by position in Timeline::intervals, the first first: back from the one
/// that ended last, each time to what it waited for. That is, of all that may have held a command up, the one whose end
/// is nearest its start: the stage of its task before it, a command that its engine started earlier (one engine for
/// both copies where dma_engines is 1; of kernels that share the GPU, when it gave up SMs), the copy that a gate names,
/// the command that ended the round before its own. Empty for an empty timeline. O(n log n) where engines serve one
/// command at a time.
std::vector<std::size_t> critical_path(const Plan& plan, const Timeline& timeline);

}  // namespace warpshop::report
