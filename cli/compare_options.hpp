#pragma once

#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "cli/report_file.hpp"
#include "sim/study/policy_choice.hpp"

namespace warpshop::cli {

/// What `warpshop compare` is asked for.
struct CompareOptions {
  std::vector<std::string> workloads;
  std::vector<std::string> devices;
  std::vector<std::string> policies{study::kDefaultPolicies};
  std::vector<std::string> charts = {};  ///< policies whose timelines are drawn, from above; in the report the
                                         ///< best and fifo where there are none
  bool summary = false;
  PlanningOptions planning;
  OutputOptions output;
  ReportOptions report;
};

}  // namespace warpshop::cli
