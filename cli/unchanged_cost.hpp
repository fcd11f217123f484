#pragma once

#include <optional>
#include <vector>

#include "cli/compare_options.hpp"
#include "cli/compared_devices.hpp"
#include "sim/model/comparison.hpp"
#include "sim/model/policy.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::cli {

/// Plans the workload as it is in its file by the policy that came first, and says what that costs; nothing where no
/// policy did, where that one cannot plan it so, where it costs nothing, and for a lateness. policies: those of the
/// comparison.
std::optional<Unchanged> unchanged_cost(const CompareOptions& options, const Workload& workload,
                                        const ComparedDevice& device, const std::vector<study::NamedPolicy>& policies,
                                        const Comparison& comparison);

}  // namespace warpshop::cli
