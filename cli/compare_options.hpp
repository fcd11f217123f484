#pragma once

#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "cli/report_file.hpp"

namespace warpshop::cli {

/// What `warpshop compare` is asked for.
struct CompareOptions {
  std::vector<std::string> workloads;
  std::vector<std::string> devices;
  std::vector<std::string> policies{"all"};
  bool summary = false;
  PlanningOptions planning;
  OutputOptions output;
  ReportOptions report;
  std::vector<std::string> gantt;  ///< policies whose timelines the report draws; empty: the best and fifo
};

}  // namespace warpshop::cli
