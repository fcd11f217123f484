#pragma once

#include <string>

#include "sim/model/basis.hpp"
#include "sim/model/policy.hpp"

namespace warpshop::cli {

/// Of this program, like 0.1.0.
std::string version();

/// What results on the workload of that file come from.
Origin origin_of(const std::string& workload_file, const PlanOptions& options);

}  // namespace warpshop::cli
