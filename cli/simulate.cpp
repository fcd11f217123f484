#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/chosen_plan.hpp"
#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/output.hpp"
#include "cli/problem.hpp"
#include "cli/written_files.hpp"
#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/fleet_bound.hpp"
#include "sim/io/chrome_trace.hpp"
#include "sim/io/device_store.hpp"
#include "sim/io/read_workload.hpp"
#include "sim/io/timeline_json.hpp"
#include "sim/report/timeline_table.hpp"

namespace warpshop::cli {
namespace {

struct SimulateOptions {
  std::string workload;
  PlanChoice plan;
  std::string trace;
  PlanningOptions planning;
  OutputOptions output;
};

/// Before anything is written.
void check_output(const SimulateOptions& options) {
  std::vector<std::filesystem::path> read = device_files(options.planning.device);
  read.emplace_back(options.workload);
  check_written_files({{"--output", options.output.output}, {"--trace", options.trace}}, read);
}

Simulation simulate(const SimulateOptions& options, Progress& progress) {
  const io::DeviceList devices = io::find_devices(options.planning.device);
  const Workload workload = io::read_workload(options.workload);
  Problem problem = make_problem(workload, devices.devices);
  ChosenPlan chosen = choose_plan(options.plan, options.planning.order, workload, problem,
                                  [&](const std::string& text) { progress.show(text); });
  progress.show("simulating");
  const Engine& simulator = engine(options.planning.engine);
  Simulation simulation;
  simulation.workload = problem.workload;
  simulation.task_names = std::move(problem.task_names);
  simulation.device = devices.name;
  if (!problem.fleet.single()) {
    simulation.fleet = problem.fleet.names;
  }
  simulation.engine = simulator.name;
  simulation.policy = std::move(chosen.policy);
  simulation.proven_optimal = chosen.planned.proven_optimal;
  simulation.seeks_optimum = chosen.planned.seeks_optimum;
  simulation.order_given = chosen.order_given;
  simulation.plan = std::move(chosen.planned.plan);
  simulation.predicted = chosen.planned.predicted;
  simulation.objective = options.planning.order.objective;
  simulation.lower_bound = evaluate::lower_bound(problem.fleet, simulation.objective);
  simulation.timeline = simulator.timeline(problem.fleet, simulation.plan);
  simulation.cost = evaluate::cost(problem.fleet.tasks(), simulation.timeline, simulation.objective);
  if (options.planning.timing) {
    simulation.planning = chosen.planning;
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
  check_plan_choice(options.plan);
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
  add_plan_choice(*command, options->plan);
  add_file_option(*command, "--trace", options->trace, "write a Chrome trace, which ui.perfetto.dev opens");
  add_planning_options(*command, options->planning);
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
