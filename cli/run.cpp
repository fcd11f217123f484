#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/hardware.hpp"
#include "cli/learning.hpp"
#include "cli/plan_choice.hpp"
#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "cli/run_clients.hpp"
#include "cli/run_options.hpp"
#include "dispatch/drift/drift.hpp"
#include "dispatch/drift/observed_pairs.hpp"
#include "dispatch/plan/realise.hpp"
#include "dispatch/plan/repeated_run.hpp"
#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/co_run/co_run_model.hpp"
#include "sim/evaluate/copy_speeds.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/io/json/chrome_trace.hpp"
#include "sim/model/drawn_plan.hpp"
#include "sim/model/fields.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/job_times.hpp"
#include "sim/model/rough_time.hpp"
#include "sim/report/error_parts.hpp"
#include "sim/report/html/run_chapter.hpp"
#include "sim/report/timeline_drawing.hpp"
#include "sim/split/split_tasks.hpp"
#include "sim/study/problem.hpp"
#include "sim/study/split_notes.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::cli {
namespace {

/// Says before it starts how long running takes, by the prediction, where somebody has to wait for it.
void note_long_run(const RunOptions& options, Millis predicted, Progress& progress) {
  constexpr Millis kWorthSaying{2000};
  const Millis takes = predicted * (options.repeat + 1.0);
  if (takes >= kWorthSaying) {
    progress.clear();
    note(options.output,
         fmt::format("running the plan {} times takes {}, by the profile{}", options.repeat + 1, rough(takes),
                     options.no_check ? "" : "; before that the CPU computes what results must be"));
  }
}

/// What the profile says of kernels that share the device, by the laws that the instance has of them; it outlives this.
dispatch::RatesByProfile rates_by_profile(const Instance& instance) {
  return [&instance](std::span<const dispatch::HeldCtas> held) {
    evaluate::SmGroup all{.sms = instance.co_run->sms, .residents = {}};
    for (const dispatch::HeldCtas& each : held) {
      const auto kernel = std::ranges::find(instance.kernels, each.kernel, &NamedKernel::name);
      if (kernel == instance.kernels.end() || !kernel->law) {
        return std::vector<SubtasksPerMilli>{};
      }
      all.residents.push_back(
          {.kernel = *kernel->law, .ctas = static_cast<double>(each.ctas), .launch = all.residents.size()});
    }
    return evaluate::group_rates(*instance.co_run, std::span(&all, 1));
  };
}

Run run_plan(const RunOptions& options, const gpu::Device& device, const Workload& workload, dispatch::Drift& drift,
             Progress& progress) {
  const auto show = [&](const std::string& text) { progress.show(text); };
  study::Problem problem = study::make_problem(workload, drift.profile());
  std::vector<Device> shared;
  if (names_sharing(options.plan)) {
    shared = {drift.profile()};
    study::prepare_sharing(problem, shared);
  }
  study::ChosenPlan chosen = choose_plan(options.plan, options.order, workload, problem, show, shared);
  check_can_share(chosen.planned.plan, drift.profile().sm ? drift.profile().sm->count : 0, options.hardware, device);
  if (!chosen.note.empty()) {
    progress.clear();
    note(options.output, chosen.note);
  }
  Run run{.workload = problem.workload,
          .task_names = std::move(problem.task_names),
          .device = drift.profile().name,
          .basis = {.assumed = std::move(problem.basis.assumed),
                    .set = options.profile.changes(),
                    .assumed_as = std::move(problem.basis.assumed_as)},
          .backend = options.hardware.backend,
          .chip = device.properties().name,
          .policy = std::move(chosen.policy),
          .proven_optimal = chosen.planned.proven_optimal,
          .seeks_optimum = chosen.planned.seeks_optimum,
          .order_given = chosen.order_given,
          .plan = std::move(chosen.planned.plan),
          .checked = !options.no_check,
          .origin = origin_of(problem.file, options.order)};
  run.releases = releases_of(problem.fleet.tasks());
  run.due = problem.fleet.tasks().due;
  run.predicted = evaluate::timeline(problem.fleet.devices.front(), run.plan);
  evaluate::check_timeline(problem.fleet, run.plan, run.predicted, Objective::makespan);
  note_long_run(options, run.predicted.makespan, progress);
  show("preparing: data, and what the CPU makes of them");
  const dispatch::Check check = options.no_check ? dispatch::Check::no : dispatch::Check::yes;
  dispatch::Runner runner(device, workload, check, &problem.fleet.devices.front());
  if (problem.fleet.devices.front().co_run) {
    drift.expect(rates_by_profile(problem.fleet.devices.front()));
  }
  dispatch::RepeatedRun repeated = dispatch::repeated_run(runner, run.plan, options.repeat, check, drift,
                                                          [&](const std::string& text) { show("running: " + text); });
  run.measured = std::move(repeated.median);
  run.makespans = std::move(repeated.makespans);
  run.wrong = std::move(repeated.wrong);
  if (!options.output.file("--trace").empty()) {
    run.copies = copy_facts(workload);
    run.predicted_speeds = evaluate::copy_speeds(problem.fleet, run.predicted);
    run.measured_speeds = evaluate::copy_speeds(problem.fleet, run.measured);
  }
  run.error_parts = report::error_parts(run.plan, run.predicted, run.measured);
  for (const dispatch::Finding& finding : drift.findings()) {
    run.drift.push_back(text(finding));
  }
  if (options.timing) {
    run.planning = chosen.planning;
    run.submission = repeated.submission;
  }
  return run;
}

void warn_of_wide_interval(const OutputOptions& options, const Run& run) {
  if (interval_is_wide(run.makespans)) {
    const MeasuredTime time = measured_time(run.makespans);
    note(options,
         fmt::format("warning: the makespan, {:.4g} ms, is known to {:.4g} … {:.4g} ms only, wider than the value "
                     "itself: --repeat more often, or measure while the machine is idle",
                     time.median.count(), time.low.count(), time.high.count()));
  }
}

void run(const RunOptions& options) {
  check_plan_choice(options.plan);
  check_gantt(options.output);
  std::vector<Note> played;
  Workload workload = read_to_run(options.workload, options.profile, played);
  check_dispatchable(workload);
  if (!workload.clients.none()) {
    run_clients(options, workload, played);
    return;
  }
  Notes notes(options.output);
  notes.show(study::due_notes(std::span(&workload, 1)));
  const gpu::Device device = open_device(options.hardware);
  const ChosenProfile profile = choose_profile(options.profile, options.hardware, device);
  Output output(options.output, {options.workload, profile.file});
  std::optional<LearntProfile> learnt;
  if (options.learn) {
    learnt.emplace(profile);
  }
  notes.show(played);
  notes.show(dispatch::played_notes(std::span(&workload, 1)));
  notes.show(run_notes(workload, profile));
  notes.show(profile_notes(workload, profile));
  if (std::optional<Workload> split = split::split_tasks(workload, std::span(&profile.device, 1))) {
    workload = std::move(*split);
    notes.show(study::split_notes(workload, workload.name));
  }
  workload = dispatch::realise(std::move(workload), profile.device);
  Progress progress(options.output);
  dispatch::Drift drift(profile.device);
  const Run run = run_plan(options, device, workload, drift, progress);
  progress.clear();
  if (std::ostream* trace = output.file("--trace")) {
    io::write_chrome_trace(*trace, report::drawn(run));
  }
  print(output, run);
  if (output.report().asked()) {
    output.report().add(
        report::html::chapter(run, alone_times(study::make_problem(workload, profile.device).fleet, run.predicted)));
    output.report().made_from(std::filesystem::path(options.workload));
    output.report().made_from(std::span(&profile.device, 1));
  }
  output.commit();
  warn_of_wide_interval(options.output, run);
  if (!run.wrong.empty()) {
    if (learnt) {
      learnt->leave(drift.learn(), "results were wrong", options.output);
    }
    throw std::runtime_error(fmt::format("results of {} tasks differ from those of the CPU", run.wrong.size()));
  }
  if (learnt) {
    learnt->store(drift.learn(), options.output);
  }
}

}  // namespace

void add_run(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "plan, run on the GPU, print predicted and measured");
  command->add_option("WORKLOAD", options->workload, "workload file; - is standard input")->required();
  add_profile_options(*command, options->profile);
  add_hardware_options(*command, options->hardware);
  add_plan_choice(*command, options->plan, "neh-gpu");
  add_search_options(*command, options->order);
  add_count_option(*command, "--repeat", options->repeat, 1, 100'000, "how often, after one time that does not count");
  command->add_flag("--no-check", options->no_check, "do not compare results with those of the CPU");
  add_trace_option(*command, options->output, "both timelines");
  add_report_option(*command, options->output);
  add_gantt_option(*command, options->output);
  add_learn_option(*command, options->learn);
  command->add_flag("--timing", options->timing,
                    "show how long planning took, and submission where one thread submits");
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
