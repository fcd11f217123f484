#include <chrono>
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
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/lower_bound.hpp"
#include "sim/io/chrome_trace.hpp"
#include "sim/io/device_store.hpp"
#include "sim/io/read_workload.hpp"
#include "sim/io/timeline_json.hpp"
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
};

Chosen plan_by_policy(const SimulateOptions& options, const Workload& workload, const Instance& instance) {
  const order::Policy& policy = order::find_policy(options.policy.value_or(kDefaultPolicy));
  order::check_applicable(policy, workload);
  return {policy.name, policy.plan(instance, {.seed = options.planning.seed})};
}

Chosen plan_as_given(const SimulateOptions& options, const Workload& workload, const Instance& instance) {
  Chosen chosen;
  if (options.policy) {
    const order::Policy& policy = order::find_policy(*options.policy);
    chosen.policy = policy.name;
    chosen.planned.plan.submission = policy.submission;
  } else {
    chosen.policy = kGiven;
  }
  order::check_fields("a given order", workload);
  chosen.planned.plan.order = parse_order(*options.order, instance.size());
  chosen.planned.predicted = evaluate::makespan(instance, chosen.planned.plan);
  return chosen;
}

Simulation simulate(const SimulateOptions& options) {
  const Device device = io::find_device(options.planning.device);
  const Workload workload = io::read_workload(options.workload);
  Problem problem = make_problem(workload, device);
  const auto start = std::chrono::steady_clock::now();
  Chosen chosen = options.order ? plan_as_given(options, workload, problem.instance)
                                : plan_by_policy(options, workload, problem.instance);
  const auto end = std::chrono::steady_clock::now();
  const Engine& simulator = engine(options.planning.engine);
  Simulation simulation;
  simulation.workload = problem.workload;
  simulation.task_names = std::move(problem.task_names);
  simulation.device = device.name;
  simulation.engine = simulator.name;
  simulation.policy = std::move(chosen.policy);
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
  Output output(options.output);
  std::optional<io::OutputFile> trace;
  if (!options.trace.empty()) {
    trace.emplace(options.trace);
  }
  Progress progress(options.output);
  progress.show("simulating");
  const Simulation simulation = simulate(options);
  progress.clear();
  if (trace) {
    io::write_chrome_trace(trace->stream(), simulation);
    trace->commit();
  }
  print(options, simulation, output.stream());
  output.commit();
}

}  // namespace

void add_simulate(CLI::App& app) {
  auto options = std::make_shared<SimulateOptions>();
  CLI::App* command = app.add_subcommand("simulate", "one plan and its timeline");
  command->add_option("WORKLOAD", options->workload, "workload file")->required();
  command->add_option("--policy", options->policy, "one of: " + policy_names() + "; neh-gpu if none is named")
      ->type_name("NAME");
  command->add_option("--order", options->order, "this order instead of the policy's: positions from 0, like 1,2,0,3")
      ->type_name("LIST");
  command->add_option("--trace", options->trace, "write a Chrome trace, which ui.perfetto.dev opens")
      ->type_name("FILE");
  add_planning_options(*command, options->planning);
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
