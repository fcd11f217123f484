#include "sim/study/simulate.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/gantt_option.hpp"
#include "cli/ignored_due.hpp"
#include "cli/plan_choice.hpp"
#include "cli/print.hpp"
#include "cli/profile_settings.hpp"
#include "cli/report_file.hpp"
#include "cli/result_origin.hpp"
#include "cli/simulated_traces.hpp"
#include "cli/slow_note.hpp"
#include "cli/workload_notes.hpp"
#include "cli/written_files.hpp"
#include "sim/evaluate/bounds/fleet_bound.hpp"
#include "sim/evaluate/cost.hpp"
#include "sim/files/device_store.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/drawn_plan.hpp"
#include "sim/model/task_times.hpp"
#include "sim/report/html/simulation_chapter.hpp"
#include "sim/study/first_ranked.hpp"
#include "sim/study/lower_bounds.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/problem.hpp"
#include "sim/study/recorded_order.hpp"

namespace warpshop::cli {
namespace {

struct SimulateOptions {
  std::string workload;
  std::string device;
  PlanChoice plan;
  TraceOptions traces;
  ReportOptions report;
  PlanningOptions planning;
  OutputOptions output;
};

/// Before anything is written.
void check_output(const SimulateOptions& options) {
  std::vector<std::filesystem::path> read = device_files(options.device);
  read.emplace_back(options.workload);
  std::vector<WrittenFile> written = written_by(options.traces);
  written.insert(written.begin(), {"--output", options.output.output});
  written.push_back({"--report", options.report.file});
  check_written_files(written, read);
}

/// record: see study::SimulationSettings.
DrawnPlan simulate(const SimulateOptions& options, const std::string& record, ReportFile& report, Progress& progress) {
  const auto settings = parse_settings(options.planning.set);
  const files::DeviceList devices = files::find_devices(options.device, settings);
  const Workload workload = changed(io::read_workload(options.workload), options.planning.what_if);
  const PlanOptions order = plan_options(options.planning, workload);
  study::Problem problem = study::make_problem(workload, devices.devices);
  progress.clear();
  note_short_copies(options.output, workload, devices.devices);
  note_issue(options.output, workload, devices.devices);
  note_recorded_kernels(options.output, workload, devices.devices, options.planning.what_if.compute);
  std::set<std::string> told;
  tell_odd_values(options.output, workload, devices.devices, told);
  tell_half_settings(options.output, workload, devices.devices, settings, told);
  tell_unfelt_settings(options.output, workload.name, problem.fleet, settings, [&](const auto& others) {
    return resolve(workload, files::find_devices(options.device, others).devices);
  });
  if (options.planning.what_if == WhatIf{} && options.planning.set.empty()) {
    problem.recorded = study::recorded_makespan(problem, workload, devices.devices);
    note_recorded_makespan(options.output, workload, problem.recorded);
  }
  note_ignored_due(options.output, !problem.fleet.tasks().due.empty(), options.planning.order.objective);
  const auto show = [&](const std::string& text) { progress.show(text); };
  const std::vector<study::NamedPolicy> policies{study::named_policy(options.plan.policy.value_or("hyperq"))};
  note_unshared_kernels(options.output, workload, policies, devices.devices);
  note_short_kernels(options.output, workload, problem.fleet);
  if (!options.plan.order && study::may_share(policies, workload, devices.devices)) {
    study::prepare_sharing(problem, devices.devices);
  }
  const std::optional<Millis> sharing_bound =
      study::sharing_bound(problem, workload, devices.devices, options.planning.order.objective);
  const bool asked_for = options.plan.policy || options.plan.order;
  if (!options.plan.order) {
    note_slow(options.output, workload.name,
              asked_for ? policies
                        : study::choose_policies({study::kDefaultPolicies}, workload, options.planning.order.objective,
                                                 devices.devices)
                              .chosen,
              problem.fleet.tasks(), options.planning.order.objective);
  }
  study::ChosenPlan chosen =
      asked_for ? choose_plan(options.plan, order, workload, problem, show, devices.devices)
                : study::first_ranked(problem, workload, devices.devices,
                                      comparison_settings(options.planning, order, devices.name), show);
  if (!chosen.note.empty()) {
    progress.clear();
    note(options.output, chosen.note);
  }
  progress.show("simulating");
  const Fleet fleet = report.asked() ? problem.fleet : Fleet{};
  const std::string file = problem.file;
  problem.basis.set = options.planning.set;
  append_flags(problem.basis, options.planning.what_if);
  Simulation simulation = study::simulate(std::move(problem), std::move(chosen),
                                          {.device = devices.name,
                                           .engine = engine(options.planning.engine),
                                           .objective = options.planning.order.objective,
                                           .timing = options.planning.timing,
                                           .sharing_bound = sharing_bound,
                                           .copy_speeds = !options.traces.trace.empty(),
                                           .record = record});
  if (!options.traces.trace.empty()) {
    simulation.copies = copy_facts(workload);
  }
  simulation.origin = origin_of(file, options.planning.order);
  report.made_from(std::filesystem::path(options.workload));
  report.made_from(devices.devices);
  std::vector<Millis> alone = report.asked() ? alone_times(fleet, simulation.timeline) : std::vector<Millis>{};
  return {.simulation = std::move(simulation), .alone = std::move(alone)};
}

void run(const SimulateOptions& options) {
  check_plan_choice(options.plan);
  check_gantt(options.output);
  check_traces(options.traces, engine(options.planning.engine).asked);
  check_output(options);
  Output output(options.output);
  SimulatedTraces traces(options.traces);
  ReportFile report(options.report);
  Progress progress(options.output);
  progress.show("reading " + options.workload);
  const DrawnPlan plan = simulate(options, traces.record(), report, progress);
  const Simulation& simulation = plan.simulation;
  progress.show("writing");
  traces.write(simulation);
  if (report.asked()) {
    report.add(report::html::chapter(plan));
  }
  if (output.on_terminal()) {
    progress.clear();
  }
  print(output, simulation);
  progress.clear();
  output.commit();
  traces.commit();
  report.commit();
}

}  // namespace

void add_simulate(CLI::App& app) {
  auto options = std::make_shared<SimulateOptions>();
  CLI::App* command = app.add_subcommand("simulate", "one plan and its timeline");
  command->add_option("WORKLOAD", options->workload, "workload file; - is standard input")->required();
  add_plan_choice(*command, options->plan, "the one that `compare` ranks first");
  add_trace_options(*command, options->traces);
  add_gantt_option(*command, options->output);
  add_report_option(*command, options->report);
  add_device_option(*command, options->device);
  add_planning_options(*command, options->planning);
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
