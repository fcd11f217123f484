#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "cli/compare_options.hpp"
#include "cli/compared_devices.hpp"

namespace warpshop::cli {

/// Throws InputError at an option that `compare --summary` has no use for.
void check_summary_options(const CompareOptions& options);

/// `compare --summary`: a sweep whose sets are these workloads, each file once, printed as one. Throws InputError at
/// the end if some files are refused.
void print_summary(const CompareOptions& options, std::span<const ComparedDevice> devices,
                   const std::vector<std::filesystem::path>& named);

}  // namespace warpshop::cli
