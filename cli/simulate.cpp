#include "sim/study/simulate.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/plan_choice.hpp"
#include "cli/planning.hpp"
#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "cli/simulated_traces.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/drawn_plan.hpp"
#include "sim/model/task_times.hpp"
#include "sim/report/html/simulation_chapter.hpp"
#include "sim/study/comparand.hpp"
#include "sim/study/first_ranked.hpp"
#include "sim/study/lower_bounds.hpp"

namespace warpshop::cli {
namespace {

struct SimulateOptions {
  std::string workload;
  std::string device;
  PlanChoice plan;
  std::string trace_form = "chrome";
  PlanningOptions planning;
  OutputOptions output;
};

/// Those whose plans may be chosen.
std::vector<study::NamedPolicy> policies_of(const SimulateOptions& options, const Workload& workload,
                                            const study::SetDevices& devices) {
  if (options.plan.policy || options.plan.order) {
    return {study::named_policy(options.plan.policy.value_or("hyperq"))};
  }
  return study::choose_policies({study::kDefaultPolicies}, workload, options.planning.order.objective, devices.devices)
      .chosen;
}

study::ChosenPlan chosen_plan(const SimulateOptions& options, const Workload& workload, const study::Problem& problem,
                              const study::SetDevices& devices, Progress& progress) {
  const auto show = [&](const std::string& text) { progress.show(text); };
  const PlanOptions order = options.planning.options_for(workload);
  if (options.plan.policy || options.plan.order) {
    return choose_plan(options.plan, order, workload, problem, show, devices.devices);
  }
  return study::first_ranked(problem, workload, devices.devices,
                             options.planning.comparison(engine(options.planning.engine), order, devices.name), show);
}

/// record: see study::SimulationSettings.
DrawnPlan simulate(const SimulateOptions& options, const Workload& workload, const study::SetDevices& devices,
                   const std::string& record, Progress& progress) {
  const Objective objective = options.planning.order.objective;
  study::Problem problem = study::noted_problem(workload, devices, policies_of(options, workload, devices),
                                                options.planning, !options.plan.order.has_value());
  progress.clear();
  Notes notes(options.output);
  notes.show(problem.notes);
  notes.show(recorded_notes(problem));
  const std::optional<Millis> sharing_bound = study::sharing_bound(problem, workload, devices.devices, objective);
  study::ChosenPlan chosen = chosen_plan(options, workload, problem, devices, progress);
  if (!chosen.note.empty()) {
    progress.clear();
    note(options.output, chosen.note);
  }
  progress.show("simulating");
  const Fleet fleet = options.output.file("--report").empty() ? Fleet{} : problem.fleet;
  const bool traced = !options.output.file("--trace").empty();
  Simulation simulation = study::simulate(std::move(problem), std::move(chosen),
                                          {.device = devices.name,
                                           .engine = engine(options.planning.engine),
                                           .objective = objective,
                                           .timing = options.planning.timing,
                                           .sharing_bound = sharing_bound,
                                           .copy_speeds = traced,
                                           .record = record});
  if (traced) {
    simulation.copies = copy_facts(workload);
  }
  simulation.origin = origin_of(workload.file, options.planning.order);
  std::vector<Millis> alone = fleet.devices.empty() ? std::vector<Millis>{} : alone_times(fleet, simulation.timeline);
  return {.simulation = std::move(simulation), .alone = std::move(alone)};
}

void run(const SimulateOptions& options) {
  check_plan_choice(options.plan);
  check_gantt(options.output);
  const EngineRecord record(options.output, engine(options.planning.engine).asked);
  std::vector<std::filesystem::path> read = device_files(options.device);
  read.emplace_back(options.workload);
  Output output(options.output, read);
  Progress progress(options.output);
  progress.show("reading " + options.workload);
  const study::SetDevices devices = find_set_devices(options.device, options.planning.set);
  const Workload workload = changed(io::read_workload(options.workload), options.planning.what_if);
  const DrawnPlan plan = simulate(options, workload, devices, record.file(), progress);
  progress.show("writing");
  write_traces(output, options.trace_form, record, plan.simulation);
  if (output.report().asked()) {
    output.report().made_from(std::filesystem::path(options.workload));
    output.report().made_from(devices.devices);
    output.report().add(report::html::chapter(plan));
  }
  if (output.on_terminal()) {
    progress.clear();
  }
  print(output, plan.simulation);
  progress.clear();
  output.commit();
}

}  // namespace

void add_simulate(CLI::App& app) {
  auto options = std::make_shared<SimulateOptions>();
  CLI::App* command = app.add_subcommand("simulate", "one plan and its timeline");
  command->add_option("WORKLOAD", options->workload, "workload file; - is standard input")->required();
  add_plan_choice(*command, options->plan, "the one that `compare` ranks first");
  add_trace_options(*command, options->trace_form, options->output);
  add_gantt_option(*command, options->output);
  add_report_option(*command, options->output);
  add_device_option(*command, options->device);
  add_planning_options(*command, options->planning);
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
