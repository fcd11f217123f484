#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "sim/study/compared_problems.hpp"
#include "sim/study/set_devices.hpp"

namespace warpshop::cli {

/// What `warpshop compare` is asked for.
struct CompareOptions {
  std::vector<std::string> workloads;
  std::vector<std::string> devices;
  std::vector<std::string> policies{study::kDefaultPolicies};
  std::vector<std::string> charts = {};  ///< policies whose timelines are drawn, from above; in the report the
                                         ///< best and fifo where there are none
  bool summary = false;
  bool uncertainty = false;  ///< see study::uncertainty()
  unsigned draws = 200;      ///< for that
  bool admits = false;       ///< of clients, see ClientSet::admits
  PlanningOptions planning;
  OutputOptions output;
};

/// The same, with what its flags name.
struct CompareInput {
  std::vector<study::SetDevices> devices;
  std::vector<std::filesystem::path> files;  ///< of workloads
  std::vector<std::filesystem::path> read;   ///< these, and those of profiles
};

/// Throws InputError at an option that `compare --summary` has no use for.
void check_summary_options(const CompareOptions& options);

/// `compare --summary`: a sweep whose sets are these workloads, each file once, printed as one. Throws InputError at
/// the end if some files are refused.
void print_summary(const CompareOptions& options, const CompareInput& input);

}  // namespace warpshop::cli
