#pragma once

#include <string>
#include <vector>

#include "cli/common_options.hpp"

namespace warpshop::cli {

/// What `warpshop compare` is asked for.
struct CompareOptions {
  std::vector<std::string> workloads;
  std::vector<std::string> devices;
  std::vector<std::string> policies{"all"};
  std::vector<std::string> charts = {};  ///< policies whose timelines are drawn, from above
  bool summary = false;
  PlanningOptions planning;
  OutputOptions output;
};

}  // namespace warpshop::cli
