#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/print.hpp"
#include "cli/profile_settings.hpp"
#include "cli/report_file.hpp"
#include "cli/result_origin.hpp"
#include "cli/workload_notes.hpp"
#include "cli/written_files.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/files/device_store.hpp"
#include "sim/files/output_file.hpp"
#include "sim/io/json/chrome_trace.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/model/recorded_replay.hpp"
#include "sim/report/html/replay_chapter.hpp"
#include "sim/report/timeline_drawing.hpp"
#include "sim/study/problem.hpp"
#include "sim/study/simulate.hpp"

namespace warpshop::cli {
namespace {

struct ReplayOptions {
  std::string workload;
  std::string device;
  bool first_half = false;
  std::string trace;
  ReportOptions report;
  PlanningOptions planning;
  OutputOptions output;
};

Simulation simulate(const ReplayOptions& options, const Workload& workload, Progress& progress) {
  const files::DeviceList devices = files::find_devices(options.device, parse_settings(options.planning.set));
  if (devices.devices.size() > 1) {
    throw InputError("--device " + options.device + ": several devices, expected the one that was recorded");
  }
  note_recorded_kernels(options.output, workload, devices.devices, 1);
  study::Problem problem = study::make_problem(workload, devices.devices);
  problem.basis.set = options.planning.set;
  Plan plan{.order = recorded_order(workload), .submission = Submission::streams};
  const Millis predicted = evaluate::makespan(problem.fleet.tasks(), plan);
  progress.show("simulating");
  const std::string file = problem.file;
  Simulation simulation = study::simulate(
      std::move(problem), {.policy = "recorded", .planned = {.plan = std::move(plan), .predicted = predicted}},
      {.device = devices.name, .engine = engine(options.planning.engine)});
  simulation.origin = origin_of(file, options.planning.order);
  return simulation;
}

void run(const ReplayOptions& options) {
  std::vector<std::filesystem::path> read = device_files(options.device);
  read.emplace_back(options.workload);
  check_written_files(
      {{"--output", options.output.output}, {"--trace", options.trace}, {"--report", options.report.file}}, read);
  Output output(options.output);
  std::optional<files::OutputFile> trace;
  if (!options.trace.empty()) {
    trace.emplace(options.trace);
  }
  ReportFile report(options.report);
  Progress progress(options.output);
  progress.show("reading " + options.workload);
  const Workload workload = io::read_workload(options.workload);
  RecordedReplay replay = against_recording(simulate(options, workload, progress), workload);
  if (options.first_half) {
    const Workload second = with_lags_of_first_half(workload);
    replay.steps = predicted_steps(simulate(options, second, progress).timeline, second);
  }
  progress.show("writing");
  if (trace) {
    io::write_chrome_trace(trace->stream(), report::drawn(replay));
  }
  if (report.asked()) {
    report.add(report::html::chapter(replay));
    report.made_from(std::filesystem::path(options.workload));
    report.made_from(files::find_devices(options.device, parse_settings(options.planning.set)).devices);
  }
  progress.clear();
  print(output, replay);
  output.commit();
  if (trace) {
    trace->commit();
  }
  report.commit();
}

}  // namespace

void add_replay(CLI::App& app) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* command = app.add_subcommand("replay", "an imported trace as it was recorded, predicted beside recorded");
  command->add_option("WORKLOAD", options->workload, "workload file of import; - is standard input")->required();
  command->add_flag("--first-half", options->first_half,
                    "also predict the steps of the second half with the host's lags of the first half");
  add_file_option(*command, "--trace", options->trace,
                  "write a Chrome trace of both timelines, which ui.perfetto.dev opens");
  add_report_option(*command, options->report);
  add_device_option(*command, options->device);
  add_engine_options(*command, options->planning);
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
