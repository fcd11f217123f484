#pragma once

#include <ostream>

#include "sim/model/workload.hpp"

namespace warpshop::io {

/// Writes a workload file, a line a task, or a client, such that read_workload() gives the same workload but for its
/// marks. Recorded arrivals are a list, wherever they came from.
/// Durations in the fewest digits that are read back as the same value.
void write_workload(std::ostream& out, const Workload& workload);

}  // namespace warpshop::io
