#pragma once

#include <ostream>

#include "sim/model/workload.hpp"

namespace warpshop::io {

/// Writes a workload file, a line a task, such that read_workload() gives the same workload but for its marks.
/// Durations in the fewest digits that are read back as the same value.
void write_workload(std::ostream& out, const Workload& workload);

}  // namespace warpshop::io
