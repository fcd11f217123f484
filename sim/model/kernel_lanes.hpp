#pragma once

#include <cstdint>
#include <vector>

#include "sim/model/timeline.hpp"

namespace warpshop {

/// By interval: the lane of its engine that it is drawn in, so that none overlaps another there. Of kernels the first
/// that is free when they start (but for kTieTolerance of the makespan), in the order in which they do; 0 for all else.
std::vector<std::uint32_t> kernel_lanes(const Timeline& timeline);

}  // namespace warpshop
