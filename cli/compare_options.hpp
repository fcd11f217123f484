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
  bool summary = false;
  PlanningOptions planning;
  OutputOptions output;
};

}  // namespace warpshop::cli
