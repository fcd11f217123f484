#include "sim/study/simulate.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/plan_choice.hpp"
#include "cli/planning.hpp"
#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "cli/simulate_clients.hpp"
#include "cli/simulate_options.hpp"
#include "sim/io/json/chrome_trace.hpp"
#include "sim/io/json/kineto_trace.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/drawn_plan.hpp"
#include "sim/model/error.hpp"
#include "sim/model/fields.hpp"
#include "sim/model/simulation.hpp"
#include "sim/report/html/client_chapter.hpp"
#include "sim/report/html/simulation_chapter.hpp"
#include "sim/report/timeline_drawing.hpp"
#include "sim/result/format.hpp"
#include "sim/split/split_tasks.hpp"
#include "sim/study/compared_problems.hpp"
#include "sim/study/first_ranked.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::cli {
namespace {

constexpr std::string_view kTrace = "--trace";
constexpr std::string_view kPaje = "--paje";
constexpr const char* kKineto = "kineto";
constexpr const char* kRecord = "record.paje";

/// A folder of its own for what others write.
std::filesystem::path make_scratch() {
  std::error_code error;
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(error);
  if (error) {
    throw std::runtime_error("--paje needs a folder for SimGrid to write to, and there is none: " + error.message() +
                             " (TMPDIR)");
  }
  std::string name = temporary / "warpshop-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error(name + ": cannot make a folder there: " + std::generic_category().message(errno));
  }
  return name;
}

/// --trace, --trace-form (chrome or kineto) and --paje.
void add_trace_options(CLI::App& command, std::string& form, OutputOptions& options) {
  CLI::Option* trace = add_file_option(command, options, kTrace, "write a Chrome trace, which ui.perfetto.dev opens");
  command
      .add_option("--trace-form", form,
                  "of --trace: chrome, with all that is known; kineto, as PyTorch's profiler records")
      ->check(CLI::IsMember({"chrome", kKineto}))
      ->needs(trace)
      ->capture_default_str();
  add_file_option(command, options, kPaje, "write SimGrid's own trace of the engines, in the Paje format");
}

/// The engine's own record of a plan, in a folder that goes with it, for --paje.
class EngineRecord {
 public:
  /// Throws InputError: it is asked for, of an engine that keeps none.
  EngineRecord(const OutputOptions& options, const study::Engine& engine);
  EngineRecord(const EngineRecord&) = delete;
  EngineRecord& operator=(const EngineRecord&) = delete;
  ~EngineRecord();

  /// Where the engine is to leave it; empty: nowhere.
  std::string file() const;

 private:
  std::filesystem::path scratch_;
};

EngineRecord::EngineRecord(const OutputOptions& options, const study::Engine& engine) {
  if (options.file(kPaje).empty()) {
    return;
  }
  if (engine.record == nullptr) {
    throw InputError("--paje: engine " + std::string(engine.name) +
                     " keeps no trace of its own, expected --engine simgrid, in a program that was built with it");
  }
  scratch_ = make_scratch();
}

EngineRecord::~EngineRecord() {
  std::error_code ignored;
  if (!scratch_.empty()) {
    std::filesystem::remove_all(scratch_, ignored);
  }
}

std::string EngineRecord::file() const {
  return scratch_.empty() ? "" : scratch_ / kRecord;
}

/// --trace, where it is asked for; drawn: what is drawn.
void write_trace(Output& output, const std::string& form, const std::vector<TimelineRows>& drawn) {
  if (std::ostream* trace = output.file(kTrace)) {
    if (form == kKineto) {
      io::write_kineto_trace(*trace, drawn.front());
    } else {
      io::write_chrome_trace(*trace, drawn);
    }
  }
}

/// The traces that are asked for, to their files.
void write_traces(Output& output, const std::string& form, const EngineRecord& record, const Simulation& simulation) {
  if (output.file(kTrace) != nullptr) {
    write_trace(output, form, report::drawn(simulation));
  }
  if (std::ostream* paje = output.file(kPaje)) {
    *paje << format::Table::kOpening;  // a comment there as well
    std::ifstream lines(record.file());
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("#[")) {  // how SimGrid was called, with a name that is another one each time
        *paje << line << '\n';
      }
    }
  }
}

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
                                           .copy_speeds = traced,
                                           .record = record});
  if (traced) {
    simulation.copies = copy_facts(workload);
  }
  simulation.origin = origin_of(workload.file, options.planning.order);
  std::vector<Millis> alone = fleet.devices.empty() ? std::vector<Millis>{} : alone_times(fleet, simulation.timeline);
  return {.simulation = std::move(simulation), .alone = std::move(alone)};
}

/// Of clients: from what was read to what is printed.
void run_clients(const SimulateOptions& options, const Workload& workload, const study::SetDevices& devices,
                 Output& output, Progress& progress) {
  const ClientTimeline timeline = simulate_clients(options, workload, devices, progress);
  progress.show("writing");
  if (output.file(kTrace) != nullptr) {
    const DrawnWindow window = drawn_window(timeline.window(), timeline.comparison.clients);
    write_trace(output, options.trace_form,
                report::drawn(report::NamedTimeline{
                    .name = workload.name + " on " + devices.name + ", " + timeline.result().policy,
                    .timeline = window.timeline,
                    .task_names = window.task_names}));
  }
  if (output.report().asked()) {
    output.report().made_from(std::filesystem::path(options.workload));
    output.report().made_from(devices.devices);
    output.report().add(report::html::chapter(timeline));
  }
  progress.clear();
  print(output, timeline);
  output.commit();
}

void run(const SimulateOptions& options) {
  check_plan_choice(options.plan);
  check_gantt(options.output);
  if (options.window) {
    parse_window(*options.window);  // throws, whatever the workload
  }
  const EngineRecord record(options.output, engine(options.planning.engine).asked);
  std::vector<std::filesystem::path> read = device_files(options.device);
  read.emplace_back(options.workload);
  Output output(options.output, read);
  Progress progress(options.output);
  progress.show("reading " + options.workload);
  const study::SetDevices devices = find_set_devices(options.device, options.planning.set);
  Workload workload = io::read_workload(options.workload);
  admit(workload, options.admits);
  if (!workload.clients.none()) {
    run_clients(options, workload, devices, output, progress);
    return;
  }
  if (options.window) {
    throw InputError("--window: a plan of tasks is shown whole, expected it with a workload of clients");
  }
  workload = changed(std::move(workload), options.planning.what_if);
  if (std::optional<Workload> split = split::split_tasks(workload, devices.devices)) {
    workload = std::move(*split);
  }
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
  command
      ->add_option("--window", options->window,
                   "of clients: the stretch of time that is shown, such as 2s..3s; the last one of about 100 requests "
                   "if none is named")
      ->type_name("FROM..UNTIL");
  add_admit_option(*command, options->admits);
  add_report_option(*command, options->output);
  add_device_option(*command, options->device);
  add_planning_options(*command, options->planning);
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
