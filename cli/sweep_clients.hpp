#pragma once

#include "cli/output.hpp"
#include "sim/model/policy.hpp"
#include "sim/study/grid/sweep_input.hpp"

namespace warpshop::cli {

/// `sweep` of clients: made, and printed with its report; what failed is told on standard error. Throws InputError, and
/// std::runtime_error where a policy failed in a cell.
void sweep_clients(const study::SweepFile& file, const PlanOptions& order, unsigned jobs, const OutputOptions& options,
                   Progress& progress);

}  // namespace warpshop::cli
