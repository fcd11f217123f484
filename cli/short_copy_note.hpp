#pragma once

#include <span>

#include "cli/common_options.hpp"
#include "sim/model/device.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::cli {

/// Notes on standard error, if the workload has short_copies() on any of the devices, how many tasks and where the
/// first one is.
void note_short_copies(const OutputOptions& options, const Workload& workload, std::span<const Device> devices);

}  // namespace warpshop::cli
