#pragma once

#include <functional>
#include <span>
#include <string>

#include "sim/model/workload.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/problem.hpp"
#include "sim/study/simulate.hpp"

namespace warpshop::study {

/// The plan that `compare` ranks first on these devices. Where kernels may share, the problem is prepared.
/// Throws InputError: an objective that does not fit the workload.
/// progress(text) tells what goes on.
ChosenPlan first_ranked(const Problem& problem, const Workload& workload, std::span<const Device> devices,
                        const ComparisonSettings& settings, const std::function<void(const std::string&)>& progress);

}  // namespace warpshop::study
