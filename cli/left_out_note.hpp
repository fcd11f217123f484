#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/common_options.hpp"
#include "sim/model/comparison.hpp"

namespace warpshop::cli {

/// Notes that `all` leaves a policy out of a workload, and why; `more` is what else follows from it.
void note_left_out(const OutputOptions& options, const std::string& workload, const SkippedPolicy& policy,
                   std::string_view more = "");

/// The same of several policies; those that are left out for the same reason in one note.
void note_left_out(const OutputOptions& options, const std::string& workload, std::span<const SkippedPolicy> policies);

}  // namespace warpshop::cli
