#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "cli/engine_list.hpp"
#include "sim/model/what_if.hpp"
#include "sim/order/policies.hpp"
#include "sim/study/compare.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace warpshop::cli {

/// What --output names standard output; `./-` is a file of that name.
inline constexpr std::string_view kStandardOutput = "-";

/// Flags that the commands share.
struct OutputOptions {
  std::string format = "table";  ///< table, json or csv
  std::string output;            ///< file; empty or kStandardOutput: standard output
  bool quiet = false;            ///< no notes, no progress
  bool gantt = false;            ///< timelines are drawn wherever a table goes, not on terminals alone
};
struct PlanningOptions {
  std::vector<std::string> set;  ///< PATH=VALUE, of every profile
  std::string engine{engines().front().name};
  PlanOptions order;               ///< its pairing without these two
  std::optional<Partner> partner;  ///< if it is said
  std::vector<std::string> pairs;  ///< A+B, of tasks
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  bool timing = false;
  WhatIf what_if;  ///< of every workload
};

void add_output_options(CLI::App& command, OutputOptions& options);
/// --device: one device, or several that share the work.
void add_device_option(CLI::App& command, std::string& device);
/// The same, to be repeated.
void add_device_options(CLI::App& command, std::vector<std::string>& devices);
/// --set and --engine.
void add_engine_options(CLI::App& command, PlanningOptions& options);
void add_planning_options(CLI::App& command, PlanningOptions& options);

/// What policies are asked for with this workload. Throws InputError: see study::pairing_for().
PlanOptions plan_options(const PlanningOptions& options, const Workload& workload);
/// What they say of a comparison; order: plan_options(); device: as the output calls it.
study::ComparisonSettings comparison_settings(const PlanningOptions& options, const PlanOptions& order,
                                              const std::string& device);

void add_seed_option(CLI::App& command, std::uint64_t& seed);
/// --objective, --budget and --seed: what policies are asked for.
void add_order_options(CLI::App& command, PlanOptions& options);
/// --budget and --seed, for commands that are about the makespan.
void add_search_options(CLI::App& command, PlanOptions& options);
/// A whole number from `low` to `high`.
void add_count_option(CLI::App& command, const std::string& name, unsigned& count, std::uint64_t low,
                      std::uint64_t high, const std::string& what);

/// --policy, a list or `all`; `more` is what else the command takes, for its help.
void add_policy_list(CLI::App& command, std::vector<std::string>& policies, const std::string& more = "");
/// Takes the spaces around what an option is given, each entry of a list, off: `neh, ig` is `neh,ig`.
CLI::Option* trimmed(CLI::Option* option);
/// Makes an option take per cent, 0 … 1000: `5` or `5%`.
CLI::Option* in_percent(CLI::Option* option);

/// An option that names a file to write; an empty name is refused, and kStandardOutput.
CLI::Option* add_file_option(CLI::App& command, const std::string& name, std::string& file, const std::string& what);

// For help texts, from the registry.
/// `neh-gpu, best, …`
std::string policy_names();
/// `best beyond 10 tasks, …`: what `all` leaves out of large workloads.
std::string policies_left_out();

}  // namespace warpshop::cli
