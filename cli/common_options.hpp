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
class Option;
}  // namespace CLI

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
  order::Options order;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  bool timing = false;
};

void add_output_options(CLI::App& command, OutputOptions& options);
void add_planning_options(CLI::App& command, PlanningOptions& options);

void add_seed_option(CLI::App& command, std::uint64_t& seed);
/// --objective, --budget and --seed: what policies are asked for.
void add_order_options(CLI::App& command, order::Options& options);
/// --budget and --seed, for commands that are about the makespan.
void add_search_options(CLI::App& command, order::Options& options);
/// A whole number from `low` to `high`.
void add_count_option(CLI::App& command, const std::string& name, unsigned& count, std::uint64_t low,
                      std::uint64_t high, const std::string& what);

/// --policy, a list or `all`.
void add_policy_list(CLI::App& command, std::vector<std::string>& policies);
/// Makes an option take per cent, 0 … 1000: `5` or `5%`.
CLI::Option* in_percent(CLI::Option* option);

/// An option that names a file to write; an empty name is refused.
CLI::Option* add_file_option(CLI::App& command, const std::string& name, std::string& file, const std::string& what);

// For help texts, from the registry.
/// `neh-gpu, best, …`
std::string policy_names();
/// `best beyond 10 tasks, …`: what `all` leaves out of large workloads.
std::string policies_left_out();

}  // namespace warpshop::cli
