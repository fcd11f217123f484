#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
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
#include "cli/interrupt.hpp"
#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "cli/rival_start.hpp"
#include "dispatch/plan/realise.hpp"
#include "dispatch/validation/measure_validation.hpp"
#include "sim/files/find_workloads.hpp"
#include "sim/files/measurement_journal.hpp"
#include "sim/files/text_key.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/model/fields.hpp"
#include "sim/model/rough_time.hpp"
#include "sim/report/html/validation_chapter.hpp"
#include "sim/report/validation_figures.hpp"
#include "sim/report/validation_summary.hpp"
#include "sim/study/measured_plans.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/problem.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::cli {
namespace {

struct ValidateOptions {
  std::vector<std::string> workloads;
  ProfileOptions profile;
  std::vector<std::string> policies{"all"};
  std::vector<std::string> rivals{"single-queue", "mps"};
  HardwareOptions hardware;
  OutputOptions output;
  PlanOptions order;
  unsigned orders = 24;
  unsigned repeat = 15;
  bool no_check = false;
  std::optional<double> tolerance;  ///< percent
  std::string resume;
};

/// A workload as it can be run, with all that measuring it needs.
struct Subject {
  Workload realised;
  study::Problem problem;
  std::vector<study::NamedPolicy> policies;
  dispatch::RivalStart rivals;
  Validation validation = {};      ///< planned: nothing is measured yet
  std::string key = {};            ///< of all that what is measured depends on
  files::JournalShape shape = {};  ///< of what a journal keeps of it
};

/// What the journal (which may be null) has of it; nullptr: nothing. Throws InputError: it has some of another shape.
const MeasuredSamples* kept_of(const Subject& subject, const files::MeasurementJournal* journal) {
  return journal == nullptr ? nullptr : journal->find(subject.key, subject.shape);
}

bool shares(const std::string& name) {
  return !study::stands_for_several(name) && study::named_policy(name).policy->sharing.has_value();
}

/// Those that are named; ways of sharing behind the orders, and only if they are.
std::vector<study::NamedPolicy> chosen_policies(const std::vector<std::string>& names, const Workload& workload,
                                                std::span<const Device> devices) {
  std::vector<std::string> orders;
  std::vector<std::string> sharing;
  for (const std::string& name : names) {
    (shares(name) ? sharing : orders).push_back(name);
  }
  std::vector<study::NamedPolicy> chosen;
  if (!orders.empty()) {
    chosen = study::choose_policies(orders, workload).chosen;
  }
  if (!sharing.empty()) {
    const auto ways = study::choose_policies(sharing, workload, Objective::makespan, devices).chosen;
    chosen.insert(chosen.end(), ways.begin(), ways.end());
  }
  return chosen;
}

bool is_in(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<Subject> load(const ValidateOptions& options, const std::vector<Workload>& workloads,
                          const ChosenProfile& profile, Notes& notes) {
  std::vector<Subject> subjects;
  subjects.reserve(workloads.size());
  for (const Workload& workload : workloads) {
    check_dispatchable(workload);
    Workload realised = dispatch::realise(workload, profile.device);
    study::Problem problem = study::make_problem(realised, profile.device);
    problem.basis.set = options.profile.changes();
    const std::span<const Device> devices(&profile.device, 1);
    if (std::any_of(options.policies.begin(), options.policies.end(), shares)) {
      study::prepare_sharing(problem, devices);
    }
    std::vector<study::NamedPolicy> policies = chosen_policies(options.policies, realised, devices);
    notes.show(profile_notes(workload, profile));
    subjects.push_back({.realised = std::move(realised),
                        .problem = std::move(problem),
                        .policies = std::move(policies),
                        .rivals = rival_start(workload, profile, options.profile, options.hardware)});
    if (is_in(options.rivals, "mps-limits")) {
      find_mps_limits(subjects.back().rivals, subjects.back().realised, profile.device);
    }
  }
  return subjects;
}

dispatch::ValidationRuns runs_of(const ValidateOptions& options) {
  return {.repeat = options.repeat, .check = !options.no_check, .rivals = options.rivals};
}

/// The plans of a workload that are to be measured, and what a journal knows them by.
void plan(Subject& subject, const ValidateOptions& options, const gpu::Device& device, const ChosenProfile& profile) {
  const Instance& tasks = subject.problem.fleet.devices.front();
  Validation& validation = subject.validation;
  validation = study::planned_validation(tasks, subject.policies, options.orders, options.order);
  for (const MeasuredPlan& measured : validation.plans) {
    check_can_share(measured.plan, profile.device.sm ? profile.device.sm->count : 0, options.hardware, device);
  }
  validation.workload = subject.problem.workload;
  validation.task_names = subject.problem.task_names;
  validation.device = profile.device.name;
  validation.basis = subject.problem.basis;
  validation.backend = options.hardware.backend;
  validation.chip = device.properties().name;
  validation.checked = !options.no_check;
  validation.origin = origin_of(subject.problem.file, options.order);
  std::ostringstream text;
  io::write_device(text, profile.device);
  subject.key = files::text_key(
      dispatch::measured_identity(device, options.hardware.backend, text.str(), tasks, validation, runs_of(options)));
  subject.shape = {.plans = validation.plans.size(),
                   .samples = options.repeat,
                   .rivals = options.rivals,
                   .tasks = validation.task_names.size()};
}

/// Says before it starts how long the runs take that are left, by the predictions, and what the CPU does beside them.
void say_how_long(const ValidateOptions& options, const std::vector<Subject>& subjects,
                  const files::MeasurementJournal* journal) {
  Millis left{0};
  Millis cpu{0};
  std::size_t kept = 0;
  for (const Subject& subject : subjects) {
    const bool known = kept_of(subject, journal) != nullptr;
    kept += known ? 1 : 0;
    left += known ? Millis{0}
                  : dispatch::longest_measuring(subject.problem.fleet.devices.front(), subject.validation,
                                                runs_of(options));
    cpu += known ? Millis{0} : dispatch::longest_host_work(subject.realised, subject.validation, runs_of(options));
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
                   options.no_check
                       ? ""
                       : fmt::format("; the CPU computes what results must be and compares them, which takes {} more",
                                     rough(cpu))));
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
    if (!study::stands_for_several(name) && !study::named_policy(name).policy->sharing) {
      study::policy_without_number(name, "validate draws as many random orders as --orders says");
    }
  }
}

/// The workload once its plans and the rivals have been measured, one of each in turn; or what the journal (which may
/// be null) knows of it. Nothing: runs.stopped() said so. Throws DeviceError.
std::optional<Validation> measured(Subject& subject, const gpu::Device& device, const dispatch::ValidationRuns& runs,
                                   files::MeasurementJournal* journal) {
  const MeasuredSamples* const kept = kept_of(subject, journal);
  std::optional<MeasuredSamples> samples =
      kept != nullptr ? *kept
                      : dispatch::measure_validation(device, subject.realised, subject.problem.fleet.devices.front(),
                                                     subject.validation, subject.rivals, runs);
  if (!samples) {
    return {};
  }
  if (journal != nullptr && kept == nullptr) {
    journal->append(subject.key, *samples);
  }
  Validation validation = std::move(subject.validation);
  for (std::size_t i = 0; i < validation.plans.size(); ++i) {
    validation.plans[i].samples = std::move(samples->plans[i]);
  }
  validation.rivals = std::move(samples->rivals);
  validation.wrong = std::move(samples->wrong);
  return validation;
}

/// Measures and prints one workload after the other.
void measure_all(const ValidateOptions& options, std::vector<Subject>& subjects, const gpu::Device& device,
                 const Device& profile, files::MeasurementJournal* journal, Output& output, Progress& progress) {
  std::optional<InterruptText> kept_there;
  if (journal != nullptr) {
    kept_there.emplace(fmt::format("what is measured is kept in {}: the same command goes on there", options.resume));
  }
  const InterruptGuard interruption(Patience::short_while);
  std::vector<Validation> validations;
  std::vector<ValidationMetrics> metrics;
  dispatch::ValidationRuns runs = runs_of(options);
  runs.progress = [&](const std::string& text) {
    progress.show(fmt::format("{} ({} of {}): {}", subjects[validations.size()].problem.workload,
                              validations.size() + 1, subjects.size(), text));
  };
  runs.stopped = [&] { return interruption.interrupted(); };
  for (Subject& subject : subjects) {
    std::optional<Validation> validation;
    try {
      validation = measured(subject, device, runs, journal);
    } catch (const DeviceError&) {
      interruption.check();  // which may be what ended a client
      throw;
    }
    interruption.check();
    progress.clear();
    warn_of_wide_intervals(options, *validation);
    ValidationMetrics& of = metrics.emplace_back(report::validation_metrics(*validation));
    if (!report::has_intervals(*validation)) {
      of.speedups.clear();
    }
    print(output, JudgedValidation{*validation, metrics.back()});
    output.report().add(report::html::chapter(JudgedValidation{*validation, metrics.back()}));
    output.report().made_from(std::filesystem::path(subject.problem.file));
    validations.push_back(std::move(*validation));
  }
  if (metrics.size() > 1 && options.output.format == "table") {
    output.stream() << '\n';
    report::print(output.stream(), output.style(), report::summary(metrics));
  }
  output.report().made_from(std::span(&profile, 1));
  output.commit();
  judge(options, validations, metrics);
}

void run(const ValidateOptions& options) {
  check_policies(options);
  check_standard_input(options);
  const auto files = files::find_workload_files(options.workloads);
  std::vector<Workload> workloads;
  workloads.reserve(files.size());
  std::vector<Note> played;
  for (const auto& file : files) {
    workloads.push_back(read_to_run(file, options.profile, played));
    refuse_clients(workloads.back(), "validate");
  }
  Notes notes(options.output);
  notes.show(study::due_notes(workloads));
  const gpu::Device device = open_device(options.hardware);
  const ChosenProfile profile = choose_profile(options.profile, options.hardware, device);
  std::vector<Subject> subjects = load(options, workloads, profile, notes);
  std::vector<std::filesystem::path> read(files.begin(), files.end());
  read.push_back(profile.file);
  std::vector<WrittenFile> written{{"--output", options.output.output}, {"--resume", options.resume}};
  written.insert(written.end(), options.output.files.begin(), options.output.files.end());
  check_written_files(written, read);
  notes.show(played);
  notes.show(dispatch::played_notes(workloads));
  for (const Workload& workload : workloads) {
    notes.show(run_notes(workload, profile));
  }
  std::optional<files::MeasurementJournal> journal;
  if (!options.resume.empty()) {
    journal.emplace(options.resume);
  }
  Output output(options.output, read);
  Progress progress(options.output);
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    progress.show(fmt::format("{} ({} of {}): planning", subjects[i].problem.workload, i + 1, subjects.size()));
    plan(subjects[i], options, device, profile);
  }
  progress.clear();
  say_how_long(options, subjects, journal ? &*journal : nullptr);
  measure_all(options, subjects, device, profile.device, journal ? &*journal : nullptr, output, progress);
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
  std::vector<std::string> rivals = dispatch::rival_names();
  rivals.emplace_back("none");
  add_list_option(
      *command, "--rivals", options->rivals,
      "other ways to run the tasks: single-queue (free streams, one hardware queue); a process a task: mps, "
      "mps-limits (with the limits that the simulator finds), time-slices (without MPS); none")
      ->check(CLI::IsMember(rivals));
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
  add_report_option(*command, options->output);
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
