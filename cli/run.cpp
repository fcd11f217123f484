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
#include "cli/gantt_option.hpp"
#include "cli/hardware.hpp"
#include "cli/ignored_due.hpp"
#include "cli/learning.hpp"
#include "cli/plan_choice.hpp"
#include "cli/played_note.hpp"
#include "cli/print.hpp"
#include "cli/report_file.hpp"
#include "cli/result_origin.hpp"
#include "cli/wide_interval.hpp"
#include "cli/workload_notes.hpp"
#include "cli/written_files.hpp"
#include "dispatch/drift/drift.hpp"
#include "dispatch/plan/measure.hpp"
#include "dispatch/plan/observed_stages.hpp"
#include "dispatch/plan/realise.hpp"
#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/copy_speeds.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/io/json/chrome_trace.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/drawn_plan.hpp"
#include "sim/model/rough_time.hpp"
#include "sim/model/task_times.hpp"
#include "sim/report/error_parts.hpp"
#include "sim/report/html/run_chapter.hpp"
#include "sim/report/timeline_drawing.hpp"
#include "sim/stats/median.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::cli {
namespace {

struct RunOptions {
  std::string workload;
  ProfileOptions profile;
  PlanChoice plan;
  HardwareOptions hardware;
  OutputOptions output;
  std::string trace;
  ReportOptions report;
  PlanOptions order;
  unsigned repeat = 10;
  bool no_check = false;
  bool timing = false;
  bool learn = false;
};

/// What every repetition leaves: all that is needed to show the one with the median makespan.
struct Repetitions {
  std::vector<Timeline> timelines;
  std::vector<double> submissions;  ///< microseconds, of those that know it

  /// The one with the median makespan; of two, the shorter.
  Timeline median() const {
    std::vector<const Timeline*> sorted;
    for (const Timeline& timeline : timelines) {
      sorted.push_back(&timeline);
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Timeline* a, const Timeline* b) { return a->makespan < b->makespan; });
    return *sorted[(sorted.size() - 1) / 2];
  }
};

/// The plan on the device, `repeat` times; drift sees every repetition.
Repetitions repeat(const RunOptions& options, dispatch::Runner& runner, Run& run, dispatch::Drift& drift,
                   Progress& progress) {
  const dispatch::MeasureOptions measuring{
      .check = [&](std::size_t) { return options.no_check ? dispatch::Check::no : dispatch::Check::yes; },
      .rule = {.max_relative_error = 0, .min_samples = options.repeat, .max_samples = options.repeat},
      .progress = [&](const std::string& text) { progress.show("running: " + text); }};
  Repetitions repetitions;
  const dispatch::Contestant plan = dispatch::contestant(runner, run.plan);
  const dispatch::Measurements measured = dispatch::measure(
      std::span(&plan, 1), measuring, [&](std::size_t /*plan*/, const dispatch::Repetition& repetition) {
        repetitions.timelines.push_back(repetition.timeline);
        drift.add(dispatch::observed_stages(repetition.timeline, run.plan.submission, runner.tasks()));
        if (repetition.submission) {
          repetitions.submissions.push_back(repetition.submission->count());
        }
      });
  run.makespans = measured.makespans.front();
  run.wrong = measured.wrong;
  return repetitions;
}

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

Run run_plan(const RunOptions& options, const gpu::Device& device, const Workload& workload, dispatch::Drift& drift,
             Progress& progress) {
  const auto show = [&](const std::string& text) { progress.show(text); };
  study::Problem problem = study::make_problem(workload, drift.profile());
  study::ChosenPlan chosen = choose_plan(options.plan, options.order, workload, problem, show);
  if (!chosen.note.empty()) {
    progress.clear();
    note(options.output, chosen.note);
  }
  Run run{.workload = problem.workload,
          .task_names = std::move(problem.task_names),
          .device = drift.profile().name,
          .basis = {.assumed = std::move(problem.basis.assumed),
                    .set = options.profile.set,
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
  dispatch::Runner runner(device, workload, options.no_check ? dispatch::Check::no : dispatch::Check::yes);
  const Repetitions repetitions = repeat(options, runner, run, drift, progress);
  run.measured = repetitions.median();
  if (!options.trace.empty()) {
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
    if (!repetitions.submissions.empty()) {
      run.submission.emplace(stats::median(repetitions.submissions));
    }
  }
  return run;
}

void run(const RunOptions& options) {
  check_plan_choice(options.plan);
  check_gantt(options.output);
  Workload workload = io::read_workload(options.workload);
  check_dispatchable(workload);
  note_ignored_due(options.output, std::span(&workload, 1));
  const gpu::Device device = open_device(options.hardware);
  const ChosenProfile profile = choose_profile(options.profile, options.hardware, device);
  check_written_files(
      {{"--output", options.output.output}, {"--trace", options.trace}, {"--report", options.report.file}},
      {options.workload, profile.file});
  std::optional<LearntProfile> learnt;
  if (options.learn) {
    learnt.emplace(profile);
  }
  note_played_stages(options.output, std::span(&workload, 1));
  note_short_copies(options.output, workload, std::span(&profile.device, 1));
  note_issue(options.output, workload, std::span(&profile.device, 1));
  tell_of_profile(options.output, workload, profile);
  workload = dispatch::realise(std::move(workload), profile.device);
  Output output(options.output);
  ReportFile report(options.report);
  std::optional<files::OutputFile> trace;
  if (!options.trace.empty()) {
    trace.emplace(options.trace);
  }
  Progress progress(options.output);
  dispatch::Drift drift(profile.device);
  const Run run = run_plan(options, device, workload, drift, progress);
  progress.clear();
  if (trace) {
    io::write_chrome_trace(trace->stream(), report::drawn(run));
  }
  print(output, run);
  if (report.asked()) {
    report.add(
        report::html::chapter(run, alone_times(study::make_problem(workload, profile.device).fleet, run.predicted)));
    report.made_from(std::filesystem::path(options.workload));
    report.made_from(std::span(&profile.device, 1));
  }
  output.commit();
  if (trace) {
    trace->commit();
  }
  report.commit();
  warn_of_wide_interval(options.output, "the makespan", run.makespans);
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
  add_file_option(*command, "--trace", options->trace,
                  "write a Chrome trace of both timelines, which ui.perfetto.dev opens");
  add_report_option(*command, options->report);
  add_gantt_option(*command, options->output);
  add_learn_option(*command, options->learn);
  command->add_flag("--timing", options->timing,
                    "show how long planning took, and submission where one thread submits");
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
