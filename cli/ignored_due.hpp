#pragma once

#include <span>

#include "cli/common_options.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::cli {

/// One note for all workloads, where any has due dates and the plans are for another objective than lateness.
void note_ignored_due(const OutputOptions& output, bool any_due, Objective objective);

/// The same of a command that plans for the makespan whatever it is asked.
void note_ignored_due(const OutputOptions& output, std::span<const Workload> workloads);

}  // namespace warpshop::cli
