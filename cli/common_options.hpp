#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "cli/engines.hpp"
#include "sim/order/policy.hpp"

namespace CLI {
class App;
}

namespace warpshop::cli {

/// Flags that the commands share.
struct OutputOptions {
  std::string format = "table";  ///< table, json or csv
  std::string output;            ///< file; empty: standard output
  bool quiet = false;            ///< no notes, no progress
};
struct PlanningOptions {
  std::string device;
  std::string engine{engines().front().name};
  std::uint64_t seed = order::Options{}.seed;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  bool timing = false;
};

void add_output_options(CLI::App& command, OutputOptions& options);
void add_planning_options(CLI::App& command, PlanningOptions& options);

/// For help texts: what the registry holds.
std::string policy_names();

}  // namespace warpshop::cli
