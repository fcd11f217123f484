#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/given_order.hpp"
#include "cli/output.hpp"
#include "cli/policy_choice.hpp"
#include "cli/problem.hpp"
#include "cli/written_files.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/lower_bound.hpp"
#include "sim/io/chrome_trace.hpp"
#include "sim/io/device_store.hpp"
#include "sim/io/read_workload.hpp"
#include "sim/io/timeline_json.hpp"
#include "sim/model/error.hpp"
#include "sim/report/timeline_table.hpp"

namespace warpshop::cli {
namespace {

constexpr const char* kDefaultPolicy = "neh-gpu";
/// What a plan is called whose order the user gave without a policy.
constexpr const char* kGiven = "given";

struct SimulateOptions {
  std::string workload;
  std::optional<std::string> policy;
  std::optional<std::string> order;
  std::string trace;
  PlanningOptions planning;
  OutputOptions output;
};

/// The plan, and what it is called.
struct Chosen {
  std::string policy;
  order::Planned planned;
  bool order_given = false;  ///< by the user, for a policy that says how it is submitted
};

/// Throws InputError: a policy whose order is its own, and another one.
void check_order_option(const SimulateOptions& options) {
  if (options.order && options.policy && order::find_policy(*options.policy).submission == Submission::ordered) {
    throw InputError("--order and --policy " + *options.policy +
                     ", which has an order of its own, expected one of them, or --policy hyperq");
  }
}

/// Before anything is written.
void check_output(const SimulateOptions& options) {
  std::vector<std::filesystem::path> read = device_files(options.planning.device);
  read.emplace_back(options.workload);
  check_written_files({{"--output", options.output.output}, {"--trace", options.trace}}, read);
}

/// Throws InputError, which says a way out if the user named no policy.
void check_policy(const SimulateOptions& options, const order::Policy& policy, const Workload& workload) {
  if (!options.policy && workload.size() > policy.limits.at_most) {
    throw InputError(workload.file, {},
                     "this workload has " + std::to_string(workload.size()) + " tasks, policy " + policy.name +
                         ", which plans if none is named, expected at most " + std::to_string(policy.limits.at_most) +
                         "; --policy fifo takes any number");
  }
  order::check_applicable(policy, workload);
}

Chosen plan_by_policy(const SimulateOptions& options, const Workload& workload, const Problem& problem) {
  const order::Policy& policy = order::find_policy(options.policy.value_or(kDefaultPolicy));
  check_policy(options, policy, workload);
  return {.policy = policy.name, .planned = policy.plan(problem.instance, {.seed = options.planning.seed})};
}

Chosen plan_as_given(const SimulateOptions& options, const Workload& workload, const Problem& problem) {
  Chosen chosen;
  if (options.policy) {
    const order::Policy& policy = order::find_policy(*options.policy);
    chosen.policy = policy.name;
    chosen.order_given = true;
    chosen.planned.plan.submission = policy.submission;
  } else {
    chosen.policy = kGiven;
  }
  order::check_fields("a given order", workload);
  chosen.planned.plan.order = parse_order(*options.order, problem.task_names);
  chosen.planned.predicted = evaluate::makespan(problem.instance, chosen.planned.plan);
  return chosen;
}

Simulation simulate(const SimulateOptions& options, Progress& progress) {
  const Device device = io::find_device(options.planning.device);
  const Workload workload = io::read_workload(options.workload);
  Problem problem = make_problem(workload, device);
  if (!options.order) {
    progress.show("planning (" + options.policy.value_or(kDefaultPolicy) + ")");
  }
  const auto start = std::chrono::steady_clock::now();
  Chosen chosen =
      options.order ? plan_as_given(options, workload, problem) : plan_by_policy(options, workload, problem);
  const auto end = std::chrono::steady_clock::now();
  progress.show("simulating");
  const Engine& simulator = engine(options.planning.engine);
  Simulation simulation;
  simulation.workload = problem.workload;
  simulation.task_names = std::move(problem.task_names);
  simulation.device = device.name;
  simulation.engine = simulator.name;
  simulation.policy = std::move(chosen.policy);
  simulation.proven_optimal = chosen.planned.proven_optimal;
  simulation.seeks_optimum = chosen.planned.seeks_optimum;
  simulation.order_given = chosen.order_given;
  simulation.plan = std::move(chosen.planned.plan);
  simulation.predicted = chosen.planned.predicted;
  simulation.lower_bound = evaluate::lower_bound(problem.instance);
  simulation.timeline = simulator.timeline(problem.instance, simulation.plan);
  if (options.planning.timing) {
    simulation.planning = end - start;
  }
  return simulation;
}

void print(const SimulateOptions& options, const Simulation& simulation, std::ostream& out) {
  if (options.output.format == "json") {
    io::write_json(out, simulation);
  } else if (options.output.format == "csv") {
    report::csv(out, simulation);
  } else {
    report::table(out, simulation);
  }
}

void run(const SimulateOptions& options) {
  check_order_option(options);
  check_output(options);
  Output output(options.output);
  std::optional<io::OutputFile> trace;
  if (!options.trace.empty()) {
    trace.emplace(options.trace);
  }
  Progress progress(options.output);
  progress.show("reading " + options.workload);
  const Simulation simulation = simulate(options, progress);
  progress.clear();
  if (trace) {
    io::write_chrome_trace(trace->stream(), simulation);
  }
  print(options, simulation, output.stream());
  output.commit();
  if (trace) {
    trace->commit();
  }
}

}  // namespace

void add_simulate(CLI::App& app) {
  auto options = std::make_shared<SimulateOptions>();
  CLI::App* command = app.add_subcommand("simulate", "one plan and its timeline");
  command->add_option("WORKLOAD", options->workload, "workload file")->required();
  command->add_option("--policy", options->policy, "one of: " + policy_names() + "; neh-gpu if none is named")
      ->type_name("NAME");
  command
      ->add_option("--order", options->order,
                   "this order instead of a policy's, tasks by position from 0 or by name, like 1,2,0,3; with "
                   "--policy hyperq the order of submission to its streams")
      ->type_name("LIST");
  add_file_option(*command, "--trace", options->trace, "write a Chrome trace, which ui.perfetto.dev opens");
  add_planning_options(*command, options->planning);
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
