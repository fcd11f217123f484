#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/comparison.hpp"
#include "cli/output.hpp"
#include "cli/policy_choice.hpp"
#include "cli/written_files.hpp"
#include "sim/io/comparison_json.hpp"
#include "sim/io/device_store.hpp"
#include "sim/io/find_workloads.hpp"
#include "sim/io/read_workload.hpp"
#include "sim/report/comparison_table.hpp"

namespace warpshop::cli {
namespace {

struct CompareOptions {
  std::vector<std::string> workloads;
  std::vector<std::string> policies{"all"};
  PlanningOptions planning;
  OutputOptions output;
};

/// A workload that has been read and resolved, and who plans it.
struct Comparand {
  Problem problem;
  PolicyChoice policies;
};

std::vector<Comparand> load(const CompareOptions& options, const std::vector<std::filesystem::path>& files,
                            const io::DeviceList& devices) {
  std::vector<Comparand> loaded;
  for (const auto& file : files) {
    const Workload workload = io::read_workload(file);
    loaded.push_back({make_problem(workload, devices.devices),
                      choose_policies(options.policies, workload, options.planning.order.objective)});
  }
  return loaded;
}

/// Before anything is written.
void check_output(const CompareOptions& options, std::vector<std::filesystem::path> files) {
  const auto profile = device_files(options.planning.device);
  files.insert(files.end(), profile.begin(), profile.end());
  check_written_files({{"--output", options.output.output}}, files);
}

void tell_left_out(const CompareOptions& options, const Comparand& comparand) {
  for (const SkippedPolicy& policy : comparand.policies.left_out) {
    note(options.output,
         comparand.problem.workload + ": " + policy.policy + " is left out" +
             (policy.limit ? " beyond " + std::to_string(*policy.limit) + " tasks" : ": " + policy.reason) +
             (policy.can_be_named ? "; --policy " + policy.policy + " runs it" : ""));
  }
}

void print(const CompareOptions& options, const Comparison& comparison, bool first, Output& output) {
  if (options.output.format == "json") {
    io::write_json(output.stream(), comparison);
  } else if (options.output.format == "csv") {
    output.stream() << report::csv(comparison, first);
  } else {
    output.stream() << (first ? "" : "\n") << report::table(comparison, {.colour = output.colour()});
  }
}

void run(const CompareOptions& options) {
  const io::DeviceList devices = io::find_devices(options.planning.device);
  const auto files = io::find_workload_files(options.workloads);
  const std::vector<Comparand> comparands = load(options, files, devices);
  check_output(options, files);
  const ComparisonSettings settings{.device = devices.name,
                                    .engine = engine(options.planning.engine),
                                    .options = options.planning.order,
                                    .jobs = options.planning.jobs,
                                    .timing = options.planning.timing};
  Output output(options.output);
  Progress progress(options.output);
  bool first = true;
  for (const Comparand& comparand : comparands) {
    tell_left_out(options, comparand);
    Comparison comparison =
        compare(comparand.problem, comparand.policies.chosen, settings, [&](const auto& text) { progress.show(text); });
    comparison.skipped = comparand.policies.left_out;
    progress.clear();
    print(options, comparison, first, output);
    first = false;
  }
  output.commit();
}

}  // namespace

void add_compare(CLI::App& app) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "every policy side by side, best first");
  command->add_option("WORKLOAD", options->workloads, "workload files, or directories of them")->required();
  add_policy_list(*command, options->policies);
  add_planning_options(*command, options->planning);
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
