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
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/policy_choice.hpp"
#include "cli/validation.hpp"
#include "cli/written_files.hpp"
#include "dispatch/realise.hpp"
#include "sim/io/find_workloads.hpp"
#include "sim/io/read_workload.hpp"
#include "sim/io/validation_json.hpp"
#include "sim/io/write_device.hpp"
#include "sim/model/device_error.hpp"
#include "sim/report/validation_csv.hpp"
#include "sim/report/validation_metrics.hpp"
#include "sim/report/validation_summary.hpp"
#include "sim/report/validation_table.hpp"

namespace warpshop::cli {
namespace {

struct ValidateOptions {
  std::vector<std::string> workloads;
  std::string device;  ///< profile; empty: the one stored for the GPU
  std::vector<std::string> policies{"all"};
  std::vector<std::string> rivals = rival_names();
  HardwareOptions hardware;
  OutputOptions output;
  order::Options order;
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
    Problem problem = make_problem(realised, profile.device);
    subjects.push_back({.realised = std::move(realised),
                        .problem = std::move(problem),
                        .policies = choose_policies(options.policies, workload).chosen,
                        .clients = {.workload = workload.file,
                                    .device = profile.file.empty() ? profile.device.name : profile.file.string(),
                                    .hardware = options.hardware,
                                    .tasks = workload.size()},
                        .profile = text.str()});
  }
  return subjects;
}

void print(const ValidateOptions& options, const Validation& validation, const ValidationMetrics& metrics, bool first,
           Output& output) {
  if (options.output.format == "json") {
    io::write_json(output.stream(), validation, metrics);
  } else if (options.output.format == "csv") {
    report::csv(output.stream(), validation, metrics, first);
  } else {
    output.stream() << (first ? "" : "\n");
    report::table(output.stream(), validation, metrics, {.colour = output.colour()});
  }
}

/// After everything has been printed: what makes the command fail all the same.
void judge(const ValidateOptions& options, const std::vector<Validation>& validations,
           const std::vector<ValidationMetrics>& metrics) {
  for (const Validation& validation : validations) {
    if (!validation.wrong.empty()) {
      throw std::runtime_error(validation.workload + ": results differ from those of the CPU, see above");
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
    throw OutsideTolerance(fmt::format("the mean error is more than {} % for: {}", *options.tolerance, far));
  }
}

void run(const ValidateOptions& options) {
  const auto files = io::find_workload_files(options.workloads);
  std::vector<Workload> workloads;
  workloads.reserve(files.size());
  for (const auto& file : files) {
    workloads.push_back(io::read_workload(file));
  }
  const gpu::Device device = open_device(options.hardware);
  const ChosenProfile profile = choose_profile(options.device, options.hardware, device);
  const std::vector<Subject> subjects = load(options, workloads, profile);
  std::vector<std::filesystem::path> read(files.begin(), files.end());
  read.push_back(profile.file);
  check_written_files({{"--output", options.output.output}, {"--resume", options.resume}}, read);
  if (std::any_of(workloads.begin(), workloads.end(), dispatch::has_durations)) {
    note(options.output,
         "stages given as durations are played: copies by as many bytes as take that long alone, kernels by "
         "`arithmetic`");
  }
  std::optional<io::MeasurementJournal> journal;
  if (!options.resume.empty()) {
    journal.emplace(options.resume);
  }
  Output output(options.output);
  Progress progress(options.output);
  const InterruptGuard interruption;
  std::vector<Validation> validations;
  std::vector<ValidationMetrics> metrics;
  for (const Subject& subject : subjects) {
    const ValidationSettings settings{.orders = options.orders,
                                      .repeat = options.repeat,
                                      .order = options.order,
                                      .check = !options.no_check,
                                      .rivals = options.rivals,
                                      .progress =
                                          [&](const std::string& text) {
                                            progress.show(fmt::format("{} ({} of {}): {}", subject.problem.workload,
                                                                      validations.size() + 1, subjects.size(), text));
                                          },
                                      .stopped = [&] { return interruption.interrupted(); }};
    std::optional<Validation> validation;
    try {
      validation = validate(subject, device, settings, journal ? &*journal : nullptr);
    } catch (const DeviceError&) {
      interruption.check();  // which may be what ended a client
      throw;
    }
    if (interruption.interrupted() && journal) {
      note(options.output,
           fmt::format("interrupted: {} of {} workloads are kept in {}; the same command goes on from there",
                       validations.size(), subjects.size(), options.resume));
    }
    interruption.check();
    validation->device = profile.device.name;
    progress.clear();
    metrics.push_back(report::validation_metrics(*validation));
    print(options, *validation, metrics.back(), validations.empty(), output);
    validations.push_back(std::move(*validation));
  }
  if (metrics.size() > 1 && options.output.format == "table") {
    output.stream() << '\n';
    report::table(output.stream(), report::summary(metrics), {.colour = output.colour()});
  }
  output.commit();
  judge(options, validations, metrics);
}

}  // namespace

void add_validate(CLI::App& app) {
  auto options = std::make_shared<ValidateOptions>();
  CLI::App* command = app.add_subcommand("validate", "many orders on the GPU: how far predictions are off");
  command->add_option("WORKLOAD", options->workloads, "workload files, or directories of them")->required();
  add_profile_option(*command, options->device);
  add_hardware_options(*command, options->hardware);
  add_policy_list(*command, options->policies);
  command
      ->add_option("--rivals", options->rivals,
                   "other ways to run the tasks: single-queue (free streams, one hardware queue), mps (a process a "
                   "task), none")
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
  in_percent(command->add_option("--tolerance", options->tolerance,
                                 "exit code 4 if the mean error of a workload is more than so many percent"));
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
