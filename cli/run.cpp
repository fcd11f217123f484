#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/chosen_plan.hpp"
#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/hardware.hpp"
#include "cli/learning.hpp"
#include "cli/output.hpp"
#include "cli/problem.hpp"
#include "cli/written_files.hpp"
#include "dispatch/drift.hpp"
#include "dispatch/measure.hpp"
#include "dispatch/observe.hpp"
#include "dispatch/realise.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/io/chrome_trace.hpp"
#include "sim/io/read_workload.hpp"
#include "sim/io/run_json.hpp"
#include "sim/report/error_parts.hpp"
#include "sim/report/run_table.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::cli {
namespace {

struct RunOptions {
  std::string workload;
  std::string device;  ///< profile; empty: the one stored for the GPU
  PlanChoice plan;
  HardwareOptions hardware;
  OutputOptions output;
  std::string trace;
  order::Options order;
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

Run run_plan(const RunOptions& options, const gpu::Device& device, const Workload& workload, dispatch::Drift& drift,
             Progress& progress) {
  const auto show = [&](const std::string& text) { progress.show(text); };
  Problem problem = make_problem(workload, drift.profile());
  ChosenPlan chosen = choose_plan(options.plan, options.order, workload, problem, show);
  Run run{.workload = problem.workload,
          .task_names = std::move(problem.task_names),
          .device = drift.profile().name,
          .backend = options.hardware.backend,
          .chip = device.properties().name,
          .policy = std::move(chosen.policy),
          .proven_optimal = chosen.planned.proven_optimal,
          .seeks_optimum = chosen.planned.seeks_optimum,
          .order_given = chosen.order_given,
          .plan = std::move(chosen.planned.plan),
          .checked = !options.no_check};
  run.predicted = evaluate::timeline(problem.fleet.devices.front(), run.plan);
  show("preparing: data, and what the CPU makes of them");
  dispatch::Runner runner(device, workload, options.no_check ? dispatch::Check::no : dispatch::Check::yes);
  const Repetitions repetitions = repeat(options, runner, run, drift, progress);
  run.measured = repetitions.median();
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

void print(const RunOptions& options, const Run& run, std::ostream& out) {
  if (options.output.format == "json") {
    io::write_json(out, run);
  } else if (options.output.format == "csv") {
    report::csv(out, run);
  } else {
    report::table(out, run);
  }
}

void run(const RunOptions& options) {
  check_plan_choice(options.plan);
  Workload workload = io::read_workload(options.workload);
  check_dispatchable(workload);
  const gpu::Device device = open_device(options.hardware);
  const ChosenProfile profile = choose_profile(options.device, options.hardware, device);
  check_written_files({{"--output", options.output.output}, {"--trace", options.trace}},
                      {options.workload, profile.file});
  std::optional<LearntProfile> learnt;
  if (options.learn) {
    learnt.emplace(profile);
  }
  if (dispatch::has_durations(workload)) {
    note(options.output,
         "stages given as durations are played: copies by as many bytes as take that long alone, kernels by "
         "`arithmetic`");
  }
  workload = dispatch::realise(std::move(workload), profile.device);
  Output output(options.output);
  std::optional<io::OutputFile> trace;
  if (!options.trace.empty()) {
    trace.emplace(options.trace);
  }
  Progress progress(options.output);
  dispatch::Drift drift(profile.device);
  const Run run = run_plan(options, device, workload, drift, progress);
  progress.clear();
  if (trace) {
    io::write_chrome_trace(trace->stream(), run);
  }
  print(options, run, output.stream());
  output.commit();
  if (trace) {
    trace->commit();
  }
  if (!run.wrong.empty()) {
    throw std::runtime_error("results differ from those of the CPU, see above");
  }
  if (learnt) {
    const std::size_t figures = drift.findings().size();
    learnt->store(drift.learn(), figures, options.output);
  }
}

}  // namespace

void add_run(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "plan, run on the GPU, print predicted and measured");
  command->add_option("WORKLOAD", options->workload, "workload file")->required();
  add_profile_option(*command, options->device);
  add_hardware_options(*command, options->hardware);
  add_plan_choice(*command, options->plan);
  add_search_options(*command, options->order);
  add_count_option(*command, "--repeat", options->repeat, 1, 100'000, "how often, after one time that does not count");
  command->add_flag("--no-check", options->no_check, "do not compare results with those of the CPU");
  add_file_option(*command, "--trace", options->trace,
                  "write a Chrome trace of both timelines, which ui.perfetto.dev opens");
  add_learn_option(*command, options->learn);
  command->add_flag("--timing", options->timing, "show how long planning and submission took");
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
