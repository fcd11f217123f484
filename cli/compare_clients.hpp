#pragma once

#include <cstddef>

#include "cli/compare_options.hpp"
#include "cli/output.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::cli {

/// `compare` of a workload of clients, on each device: printed; how many policies failed, which is told on standard
/// error. Throws InputError.
std::size_t compare_clients(const CompareOptions& options, const CompareInput& input, const Workload& workload,
                            Output& output, Notes& notes, Progress& progress);

}  // namespace warpshop::cli
