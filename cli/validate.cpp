#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/exit_codes.hpp"
#include "cli/hardware.hpp"
#include "cli/ignored_due.hpp"
#include "cli/interrupt.hpp"
#include "cli/played_note.hpp"
#include "cli/print.hpp"
#include "cli/report_file.hpp"
#include "cli/result_origin.hpp"
#include "cli/rival_start.hpp"
#include "cli/validate_workload.hpp"
#include "cli/wide_interval.hpp"
#include "cli/workload_notes.hpp"
#include "cli/written_files.hpp"
#include "dispatch/plan/realise.hpp"
#include "sim/files/find_workloads.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/device_error.hpp"
#include "sim/model/error.hpp"
#include "sim/model/rough_time.hpp"
#include "sim/report/html/validation_chapter.hpp"
#include "sim/report/validation_figures.hpp"
#include "sim/report/validation_summary.hpp"
#include "sim/study/measured_plans.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::cli {
namespace {

struct ValidateOptions {
  std::vector<std::string> workloads;
  ProfileOptions profile;
  std::vector<std::string> policies{"all"};
  std::vector<std::string> rivals = dispatch::rival_names();
  HardwareOptions hardware;
  OutputOptions output;
  ReportOptions report;
  PlanOptions order;
  unsigned orders = 24;
  unsigned repeat = 15;
  bool no_check = false;
  std::optional<double> tolerance;  ///< percent
  std::string resume;
};

std::vector<Subject> load(const ValidateOptions& options, const std::vector<Workload>& workloads,
                          const ChosenProfile& profile) {
  std::ostringstream text;
  io::write_device(text, profile.device);
  std::vector<Subject> subjects;
  subjects.reserve(workloads.size());
  for (const Workload& workload : workloads) {
    check_dispatchable(workload);
    Workload realised = dispatch::realise(workload, profile.device);
    study::Problem problem = study::make_problem(realised, profile.device);
    problem.basis.set = options.profile.set;
    tell_of_profile(options.output, workload, profile);
    subjects.push_back({.realised = std::move(realised),
                        .problem = std::move(problem),
                        .policies = study::choose_policies(options.policies, workload).chosen,
                        .rivals = rival_start(workload, profile, options.profile, options.hardware),
                        .backend = options.hardware.backend,
                        .profile = text.str()});
  }
  return subjects;
}

/// Says before it starts how long the runs take that are left, by the predictions.
void say_how_long(const ValidateOptions& options, const std::vector<Subject>& subjects,
                  const std::vector<PlannedValidation>& planned, const ValidationSettings& settings,
                  const files::MeasurementJournal* journal) {
  Millis left{0};
  std::size_t kept = 0;
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const bool known = is_kept(planned[i], journal);
    kept += known ? 1 : 0;
    left += known ? Millis{0} : longest_measuring(subjects[i], planned[i], settings);
  }
  const std::string workloads = fmt::format("{} workload{}", subjects.size(), subjects.size() == 1 ? "" : "s");
  if (kept == subjects.size()) {
    note(options.output,
         fmt::format("{}: all measurements are kept in {}, nothing is left to run", workloads, options.resume));
    return;
  }
  note(options.output,
       fmt::format("{}{}: the runs {}take {} at most, by the profile{}", workloads,
                   kept == 0 ? "" : fmt::format(", {} of them kept in {}", kept, options.resume),
                   kept == 0 ? "" : "that are left ", rough(left),
                   options.no_check ? "" : "; before those of each the CPU computes what results must be"));
}

void warn_of_wide_intervals(const ValidateOptions& options, const Validation& validation) {
  const auto wide = std::count_if(validation.plans.begin(), validation.plans.end(),
                                  [](const MeasuredPlan& plan) { return interval_is_wide(plan.samples); });
  if (wide > 0) {
    note(options.output,
         fmt::format("warning: {}: of {} of {} plans the makespan's interval is wider than the makespan: "
                     "--repeat more often, or measure while the machine is idle",
                     validation.workload, wide, validation.plans.size()));
  }
}

/// Processes of rivals read the workload's file themselves.
void check_standard_input(const ValidateOptions& options) {
  const auto& files = options.workloads;
  if (!options.rivals.empty() && std::find(files.begin(), files.end(), io::kStandardInput) != files.end()) {
    throw InputError("<stdin>", {}, "other processes read the workload again, expected a file, or --rivals none");
  }
}

/// After everything has been printed: what makes the command fail all the same.
void judge(const ValidateOptions& options, const std::vector<Validation>& validations,
           const std::vector<ValidationMetrics>& metrics) {
  for (const Validation& validation : validations) {
    if (!validation.wrong.empty()) {
      throw std::runtime_error(fmt::format("{}: results of {} tasks differ from those of the CPU", validation.workload,
                                           validation.wrong.size()));
    }
  }
  if (!options.tolerance) {
    return;
  }
  std::string far;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    const double percent = metrics[i].error.mean * 100;
    if (percent > *options.tolerance) {
      far += fmt::format("{}{} ({:.1f} %)", far.empty() ? "" : ", ", validations[i].workload, percent);
    }
  }
  if (!far.empty()) {
    throw OutsideTolerance(
        fmt::format("the mean size of the error over the orders is more than {} % for: {}", *options.tolerance, far));
  }
}

void check_policies(const ValidateOptions& options) {
  for (const std::string& name : options.policies) {
    if (!study::stands_for_several(name)) {
      study::policy_without_number(name, "validate draws as many random orders as --orders says");
    }
  }
}

std::vector<PlannedValidation> plan_all(const std::vector<Subject>& subjects, const gpu::Device& device,
                                        const ValidationSettings& settings, Progress& progress) {
  std::vector<PlannedValidation> planned;
  for (const Subject& subject : subjects) {
    progress.show(
        fmt::format("{} ({} of {}): planning", subject.problem.workload, planned.size() + 1, subjects.size()));
    planned.push_back(plan_validation(subject, device, settings));
  }
  progress.clear();
  return planned;
}

/// Plans all workloads, says how long measuring them takes, measures and prints one after the other.
void measure_all(const ValidateOptions& options, const std::vector<Subject>& subjects, const gpu::Device& device,
                 const ChosenProfile& profile, files::MeasurementJournal* journal, Output& output, ReportFile& report) {
  Progress progress(options.output);
  std::vector<Validation> validations;
  ValidationSettings settings{
      .orders = options.orders,
      .order = options.order,
      .runs = {.repeat = options.repeat,
               .check = !options.no_check,
               .rivals = options.rivals,
               .progress = [&](const std::string& text) {
                 progress.show(fmt::format("{} ({} of {}): {}", subjects[validations.size()].problem.workload,
                                           validations.size() + 1, subjects.size(), text));
               }}};
  std::vector<PlannedValidation> planned = plan_all(subjects, device, settings, progress);
  say_how_long(options, subjects, planned, settings, journal);
  const InterruptGuard interruption(Patience::short_while);
  settings.runs.stopped = [&] { return interruption.interrupted(); };
  std::vector<ValidationMetrics> metrics;
  for (const Subject& subject : subjects) {
    std::optional<Validation> validation;
    try {
      validation = validate(subject, std::move(planned[validations.size()]), device, settings, journal);
    } catch (const DeviceError&) {
      interruption.check();  // which may be what ended a client
      throw;
    }
    if (interruption.interrupted() && journal != nullptr) {
      note(options.output,
           fmt::format("interrupted: {} of {} workloads are kept in {}; the same command goes on from there",
                       validations.size(), subjects.size(), options.resume));
    }
    interruption.check();
    validation->device = profile.device.name;
    validation->origin = origin_of(subject.problem.file, options.order);
    validation->basis = subject.problem.basis;
    progress.clear();
    warn_of_wide_intervals(options, *validation);
    metrics.push_back(report::validation_metrics(*validation));
    print(output, JudgedValidation{*validation, metrics.back()});
    report.add(report::html::chapter(JudgedValidation{*validation, metrics.back()}));
    report.made_from(std::filesystem::path(subject.problem.file));
    validations.push_back(std::move(*validation));
  }
  if (metrics.size() > 1 && options.output.format == "table") {
    output.stream() << '\n';
    report::print(output.stream(), output.style(), report::summary(metrics));
  }
  output.commit();
  report.made_from(std::span(&profile.device, 1));
  report.commit();
  judge(options, validations, metrics);
}

void run(const ValidateOptions& options) {
  check_policies(options);
  check_standard_input(options);
  const auto files = files::find_workload_files(options.workloads);
  std::vector<Workload> workloads;
  workloads.reserve(files.size());
  for (const auto& file : files) {
    workloads.push_back(io::read_workload(file));
  }
  note_ignored_due(options.output, workloads);
  const gpu::Device device = open_device(options.hardware);
  const ChosenProfile profile = choose_profile(options.profile, options.hardware, device);
  const std::vector<Subject> subjects = load(options, workloads, profile);
  std::vector<std::filesystem::path> read(files.begin(), files.end());
  read.push_back(profile.file);
  check_written_files(
      {{"--output", options.output.output}, {"--resume", options.resume}, {"--report", options.report.file}}, read);
  note_played_stages(options.output, workloads);
  for (const Workload& workload : workloads) {
    note_short_copies(options.output, workload, std::span(&profile.device, 1));
    note_issue(options.output, workload, std::span(&profile.device, 1));
  }
  std::optional<files::MeasurementJournal> journal;
  if (!options.resume.empty()) {
    journal.emplace(options.resume);
  }
  Output output(options.output);
  ReportFile report(options.report);
  measure_all(options, subjects, device, profile, journal ? &*journal : nullptr, output, report);
}

}  // namespace

void add_validate(CLI::App& app) {
  auto options = std::make_shared<ValidateOptions>();
  CLI::App* command = app.add_subcommand("validate", "many orders on the GPU: how far predictions are off");
  command->add_option("WORKLOAD", options->workloads, "workload files, or directories of them; - is standard input")
      ->required();
  add_profile_options(*command, options->profile);
  add_hardware_options(*command, options->hardware);
  add_policy_list(*command, options->policies);
  trimmed(command->add_option("--rivals", options->rivals,
                              "other ways to run the tasks: single-queue (free streams, one hardware queue), mps (a "
                              "process a task), none"))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"single-queue", "mps", "none"}))
      ->option_text("LIST");
  add_count_option(*command, "--orders", options->orders, 2, 100'000,
                   "how many random orders of more than four tasks; of up to four, all");
  add_count_option(*command, "--repeat", options->repeat, 1, 100'000,
                   "how often each, at most, after one time that does not count");
  add_search_options(*command, options->order);
  command->add_flag("--no-check", options->no_check, "do not compare results with those of the CPU");
  in_percent(
      command->add_option("--tolerance", options->tolerance,
                          "exit code 4 if the mean size of the error over the orders of a workload (all, or those "
                          "sampled, not what policies chose beyond) is more than so many percent"));
  add_report_option(*command, options->report);
  add_file_option(*command, "--resume", options->resume,
                  "keep there what was measured, workload by workload, and go on from it");
  add_output_options(*command, options->output);
  command->callback([options] {
    if (options->rivals == std::vector<std::string>{"none"}) {
      options->rivals.clear();
    }
    run(*options);
  });
}

}  // namespace warpshop::cli
