#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/files/device_store.hpp"
#include "sim/io/json/chrome_trace.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/model/fields.hpp"
#include "sim/model/recorded_replay.hpp"
#include "sim/report/html/replay_chapter.hpp"
#include "sim/report/timeline_drawing.hpp"
#include "sim/study/problem.hpp"
#include "sim/study/simulate.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::cli {
namespace {

struct ReplayOptions {
  std::string workload;
  std::string device;
  bool first_half = false;
  PlanningOptions planning;
  OutputOptions output;
};

Simulation simulate(const ReplayOptions& options, const Workload& workload, const files::DeviceList& devices,
                    Progress& progress) {
  study::Problem problem = study::make_problem(workload, devices.devices);
  problem.basis.set = options.planning.set;
  Plan plan{.order = recorded_order(workload), .submission = Submission::streams};
  const Millis predicted = evaluate::makespan(problem.fleet.tasks(), plan);
  progress.show("simulating");
  Simulation simulation = study::simulate(
      std::move(problem), {.policy = "recorded", .planned = {.plan = std::move(plan), .predicted = predicted}},
      {.device = devices.name, .engine = engine(options.planning.engine)});
  simulation.origin = origin_of(workload.file, options.planning.order);
  return simulation;
}

void run(const ReplayOptions& options) {
  std::vector<std::filesystem::path> read = device_files(options.device);
  read.emplace_back(options.workload);
  Output output(options.output, read);
  Progress progress(options.output);
  progress.show("reading " + options.workload);
  const Workload workload = io::read_workload(options.workload);
  refuse_clients(workload, "replay");
  const files::DeviceList devices = files::find_devices(options.device, parse_settings(options.planning.set));
  if (devices.devices.size() > 1) {
    throw InputError("--device " + options.device + ": several devices, expected the one that was recorded");
  }
  Notes(options.output).show(study::kernel_time_notes(workload, devices.devices, 1));
  RecordedReplay replay = against_recording(simulate(options, workload, devices, progress), workload);
  if (options.first_half) {
    const Workload second = with_lags_of_first_half(workload);
    replay.steps = predicted_steps(simulate(options, second, devices, progress).timeline, second);
  }
  progress.show("writing");
  if (std::ostream* trace = output.file("--trace")) {
    io::write_chrome_trace(*trace, report::drawn(replay));
  }
  if (output.report().asked()) {
    output.report().add(report::html::chapter(replay));
    output.report().made_from(std::filesystem::path(options.workload));
    output.report().made_from(devices.devices);
  }
  progress.clear();
  print(output, replay);
  output.commit();
}

}  // namespace

void add_replay(CLI::App& app) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* command = app.add_subcommand("replay", "an imported trace as it was recorded, predicted beside recorded");
  command->add_option("WORKLOAD", options->workload, "workload file of import; - is standard input")->required();
  command->add_flag("--first-half", options->first_half,
                    "also predict the steps of the second half with the host's lags of the first half");
  add_trace_option(*command, options->output, "both timelines");
  add_report_option(*command, options->output);
  add_device_option(*command, options->device);
  add_engine_options(*command, options->planning);
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
