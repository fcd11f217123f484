#pragma once

#include <cstdint>
#include <vector>

#include "sim/model/timeline.hpp"

namespace warpshop {

/// By interval: the lane of its engine that it is drawn in, so that none overlaps another there: the first that is free
/// when it starts (but for kTieTolerance of the makespan), in the order in which they do.
std::vector<std::uint32_t> engine_lanes(const Timeline& timeline);

}  // namespace warpshop
