#pragma once

#include <span>
#include <vector>

#include "sim/model/copy_facts.hpp"
#include "sim/model/copy_speed.hpp"
#include "sim/model/timeline_rows.hpp"

namespace warpshop::report {

/// How fast copies move, as counters over time, and whether both directions of a device do at once (`contention`, 0 or
/// 1). In GB/s (10^9 bytes) where the size of every copy that moves is known, else relative to alone. copies: by
/// position; empty: no sizes are known.
std::vector<TimelineLoad> copy_counters(std::span<const CopySpeed> speeds, std::span<const TaskCopies> copies);

}  // namespace warpshop::report
