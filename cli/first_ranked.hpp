#pragma once

#include <functional>
#include <string>

#include "cli/chosen_plan.hpp"
#include "cli/comparison.hpp"
#include "cli/problem.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::cli {

/// The plan that `compare --policy all` ranks first. Throws InputError: an objective that does not fit the workload.
/// progress(text) tells what goes on.
ChosenPlan first_ranked(const Problem& problem, const Workload& workload, const ComparisonSettings& settings,
                        const std::function<void(const std::string&)>& progress);

}  // namespace warpshop::cli
