#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/sweep.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::study {

/// What to tell of the axes of a sweep, a line each: one that changes nothing for any task; values of one under which
/// every task is the same; one of copies that makes none longer or shorter, or not those that are given as durations.
/// head: its axes, and the values of its cells; fleets: what the tasks of each cell are; tasks: of any cell.
std::vector<std::string> ineffective_axes(const Sweep& head,
                                          std::span<const std::shared_ptr<const std::vector<Fleet>>> fleets,
                                          std::span<const Workload> tasks);

}  // namespace warpshop::study
