#pragma once

#include <cstdint>
#include <vector>

#include "sim/model/timeline.hpp"

namespace warpshop {

/// By interval: the lane of its engine that it is drawn in, so that none overlaps another there: the first that is free
/// when it starts, in the order in which they do. Empty: 0 for all, as nothing overlaps on any engine.
std::vector<std::uint32_t> engine_lanes(const Timeline& timeline);

}  // namespace warpshop
