#pragma once

#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "cli/compare_options.hpp"
#include "cli/compared_devices.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::cli {

/// A workload that has been resolved on each of the devices, and who plans it.
struct Comparand {
  std::vector<study::Problem> problems;       ///< by device; prepared where kernels may share, but not for --summary
  std::vector<study::PolicyChoice> policies;  ///< by device
  PlanOptions options;
};

/// Tells what is odd about it; `told` keeps what is told once for all workloads. Throws InputError: it does not fit the
/// devices, the policies or the pairs.
Comparand make_comparand(const CompareOptions& options, const Workload& workload,
                         std::span<const ComparedDevice> devices, std::set<std::string>& told);

/// With the numbers that the names of policies carry. order: plan_options() of the workload.
study::ComparisonSettings comparison_settings(const CompareOptions& options, const PlanOptions& order,
                                              const std::string& device);

/// Throws InputError: a policy that there is not, --pair beside another --partner; whatever the workload.
void check_planning(const CompareOptions& options);

/// Throws InputError: --output or --report names a file that the command reads.
void check_compare_output(const CompareOptions& options, std::vector<std::filesystem::path> files);

}  // namespace warpshop::cli
