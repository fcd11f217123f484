#pragma once

#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// How fast copies move in a timeline of this fleet, whether predicted or measured: a point by device and time whenever
/// a payload begins or ends. A copy moves nothing for its latency; then its speed follows Instance::rates, 1 alone, all
/// of it times what makes its payload take as long as it does there: what else slows it down (a bus that GPUs share,
/// kernels) is taken as even over it. None of a device whose copies of one direction overlap, as those of MIG instances
/// may. O(n log n).
std::vector<CopySpeed> copy_speeds(const Fleet& fleet, const Timeline& timeline);

}  // namespace warpshop::evaluate
