#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "cli/engine_list.hpp"
#include "cli/written_files.hpp"
#include "sim/model/policy.hpp"
#include "sim/study/planning_options.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace warpshop::cli {

/// What a command writes, and how.
struct OutputOptions {
  std::string format = "table";                    ///< table, json or csv
  std::string output;                              ///< file; empty or kStandardOutput: standard output
  files::FileKind kind = files::FileKind::result;  ///< of that file
  bool quiet = false;                              ///< no notes, no progress
  bool gantt = false;                    ///< timelines are drawn wherever a table goes, not on terminals alone
  std::list<WrittenFile> files = {};     ///< that may be asked for beside it: --trace, --report, …
  const CLI::App* reports_on = nullptr;  ///< the command that --report is of; outlives the options

  /// What that option names; empty: it was not given, or the command does not have it.
  const std::string& file(std::string_view option) const;
};

/// How workloads are planned: by the first of engines() unless told otherwise.
struct PlanningOptions : study::PlanningOptions {
  PlanningOptions() { engine = engines().front().name; }
};

void add_output_options(CLI::App& command, OutputOptions& options);
/// --device: one device, or several that share the work.
void add_device_option(CLI::App& command, std::string& device);
/// The same, to be repeated.
void add_device_options(CLI::App& command, std::vector<std::string>& devices);
/// --set PATH=VALUE, any number of them.
void add_set_option(CLI::App& command, std::vector<std::string>& settings);
/// --admit, of clients: see ClientSet::admits.
void add_admit_option(CLI::App& command, bool& admits);
/// --engine.
void add_engine_option(CLI::App& command, std::string& engine);
/// --set and --engine.
void add_engine_options(CLI::App& command, study::PlanningOptions& options);
/// of_clients: --objective takes `goals` as well.
void add_planning_options(CLI::App& command, study::PlanningOptions& options, bool of_clients = false);

void add_seed_option(CLI::App& command, std::uint64_t& seed);
/// --budget and --seed, for commands that are about the makespan.
void add_search_options(CLI::App& command, PlanOptions& options);
/// A whole number from `low` to `high`.
CLI::Option* add_count_option(CLI::App& command, const std::string& name, unsigned& count, std::uint64_t low,
                              std::uint64_t high, const std::string& what);

/// A list between commas.
CLI::Option* add_list_option(CLI::App& command, const std::string& name, std::vector<std::string>& list,
                             const std::string& what);
/// A list of policies with their options, see study::listed_policies().
void add_policies_option(CLI::App& command, const std::string& name, std::vector<std::string>& policies,
                         const std::string& what);
/// --policy, a list or `all`; `more` is what else the command takes, for its help.
void add_policy_list(CLI::App& command, std::vector<std::string>& policies, const std::string& more = "");
/// Takes the spaces around what an option is given, each entry of a list, off: `neh, ig` is `neh,ig`.
CLI::Option* trimmed(CLI::Option* option);
/// Makes an option take per cent, 0 … 1000: `5` or `5%`.
CLI::Option* in_percent(CLI::Option* option);

/// An option that names a file to write; an empty name is refused, and kStandardOutput.
CLI::Option* add_file_option(CLI::App& command, const std::string& name, std::string& file, const std::string& what);
/// The same of one that Output opens, and commits, with the command's output.
CLI::Option* add_file_option(CLI::App& command, OutputOptions& options, std::string_view name, const std::string& what,
                             files::FileKind kind = files::FileKind::result);
/// --trace of two timelines, or of what was served (`of`).
void add_trace_option(CLI::App& command, OutputOptions& options, const std::string& of);
/// --report: a page in HTML beside the output.
void add_report_option(CLI::App& command, OutputOptions& options);
/// --gantt: a chart of the timeline above its table, also where that goes to no terminal.
void add_gantt_option(CLI::App& command, OutputOptions& options);
/// Throws InputError: a chart is asked for beside a format that is no table.
void check_gantt(const OutputOptions& options);

// For help texts, from the registry.
/// `neh-gpu, best, …`, and behind them the families with their words: `flexsched(rule=throughput|latency)`
std::string policy_names();

/// What a range check lets pass: nothing that is not a number (`nan`). Answers what is wrong; empty: nothing.
std::string check_number(const std::string& text);

/// Checks an argument that is to be per cent, 0 … 1000, such as `5`, `0.5` or `5%`, and takes the sign off. No infinity
/// and nothing that is not a number (`nan`), which would pass every comparison. Answers what is wrong with it; empty:
/// nothing.
std::string check_percent(std::string& text);

}  // namespace warpshop::cli
