#pragma once

#include <span>

#include "cli/common_options.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::cli {

/// Notes on standard error what is run in place of stages that are given as durations, if there are such.
void note_played_stages(const OutputOptions& options, std::span<const Workload> workloads);

}  // namespace warpshop::cli
