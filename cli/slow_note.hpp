#pragma once

#include <string>
#include <vector>

#include "cli/output.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/policy.hpp"

namespace warpshop::cli {

/// Says, before they begin, which of the policies need more than a minute for these tasks, and how long.
void note_slow(const OutputOptions& options, const std::string& workload,
               const std::vector<study::NamedPolicy>& policies, const Instance& tasks, Objective objective);

}  // namespace warpshop::cli
