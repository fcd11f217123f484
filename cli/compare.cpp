#include "sim/study/compare.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/ignored_due.hpp"
#include "cli/print.hpp"
#include "cli/profile_settings.hpp"
#include "cli/result_origin.hpp"
#include "cli/short_copy_note.hpp"
#include "cli/written_files.hpp"
#include "sim/files/device_store.hpp"
#include "sim/files/find_workloads.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/report/side_by_side.hpp"
#include "sim/study/joined_tasks.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::cli {
namespace {

struct CompareOptions {
  std::vector<std::string> workloads;
  std::vector<std::string> devices;
  std::vector<std::string> policies{"all"};
  PlanningOptions planning;
  OutputOptions output;
};

/// A workload that has been read and resolved on each of the devices, and who plans it.
struct Comparand {
  std::vector<study::Problem> problems;       ///< by device
  std::vector<study::PolicyChoice> policies;  ///< by device
  PlanOptions options;
};

/// What one --device asks for, and what --set gives it.
struct Subject {
  std::string spec;
  std::vector<std::string> set;
  std::vector<ProfileSetting> settings;
  files::DeviceList devices;
};

/// Each --device. One that is named twice is first as its profile says, then as --set does. Throws InputError also
/// where two others have one name.
std::vector<Subject> find_all(const CompareOptions& options) {
  std::vector<Subject> found;
  for (auto spec = options.devices.begin(); spec != options.devices.end(); ++spec) {
    const bool set_later = std::find(spec + 1, options.devices.end(), *spec) != options.devices.end();
    Subject subject{.spec = *spec, .set = set_later ? std::vector<std::string>{} : options.planning.set};
    subject.settings = parse_settings(subject.set);
    subject.devices = files::find_devices(subject.spec, subject.settings);
    for (const Subject& other : found) {
      const bool plain_and_set = other.spec == subject.spec && other.set != subject.set;
      if (other.devices.name == subject.devices.name && !plain_and_set) {
        throw InputError("--device: two of them are called " + subject.devices.name +
                         ", expected names that differ, or one twice with --set: without it and with it");
      }
    }
    found.push_back(std::move(subject));
  }
  return found;
}

std::vector<Comparand> load(const CompareOptions& options, const std::vector<std::filesystem::path>& files,
                            const std::vector<Subject>& subjects, Progress& progress) {
  std::vector<Comparand> loaded;
  std::set<std::string> told;
  std::vector<Device> every_device;
  for (const Subject& subject : subjects) {
    const std::vector<Device>& devices = subject.devices.devices;
    every_device.insert(every_device.end(), devices.begin(), devices.end());
  }
  for (const auto& file : files) {
    progress.show("reading " + file.string());
    const Workload workload = io::read_workload(file);
    progress.clear();
    note_short_copies(options.output, workload, every_device);
    Comparand comparand{.problems = {}, .policies = {}, .options = plan_options(options.planning, workload)};
    for (const Subject& subject : subjects) {
      const std::vector<Device>& devices = subject.devices.devices;
      comparand.policies.push_back(
          study::choose_policies(options.policies, workload, options.planning.order.objective, devices));
      study::Problem problem = study::make_problem(workload, devices);
      problem.basis.set = subject.set;
      if (study::may_share(comparand.policies.back().chosen, workload, devices)) {
        study::prepare_sharing(problem, devices);
      }
      tell_odd_values(options.output, workload, devices, told);
      tell_half_settings(options.output, workload, devices, subject.settings, told);
      const std::string on = subjects.size() > 1 ? " on " + subject.devices.name : "";
      tell_unfelt_settings(
          options.output, workload.name + on, problem.fleet, subject.settings,
          [&](const auto& others) { return resolve(workload, files::find_devices(subject.spec, others).devices); });
      comparand.problems.push_back(std::move(problem));
    }
    loaded.push_back(std::move(comparand));
  }
  return loaded;
}

/// Before anything is written.
void check_output(const CompareOptions& options, std::vector<std::filesystem::path> files) {
  for (const std::string& device : options.devices) {
    const auto profiles = device_files(device);
    files.insert(files.end(), profiles.begin(), profiles.end());
  }
  check_written_files({{"--output", options.output.output}}, files);
}

void tell_left_out(const CompareOptions& options, const Comparand& comparand, std::size_t device) {
  for (const SkippedPolicy& policy : comparand.policies[device].left_out) {
    note(options.output,
         comparand.problems[device].workload + ": " + policy.policy + " is left out" +
             (policy.limit ? " beyond " + std::to_string(*policy.limit) + " tasks" : ": " + policy.reason) +
             (policy.can_be_named ? "; --policy " + policy.policy + " runs it" : ""));
  }
}

void tell_joined_tasks(const CompareOptions& options, const study::Problem& problem, const std::string& device) {
  if (const std::size_t joined = study::joined_tasks(problem.fleet, options.planning.order.objective)) {
    note(options.output,
         fmt::format("{} on {}: {} of {} tasks are joined by 'after' and stay on one GPU: no plan is below what they "
                     "take there",
                     problem.workload, device, joined, problem.fleet.size()));
  }
}

void run(const CompareOptions& options) {
  const std::vector<Subject> subjects = find_all(options);
  const auto files = files::find_workload_files(options.workloads);
  Progress progress(options.output);
  const std::vector<Comparand> comparands = load(options, files, subjects, progress);
  check_output(options, files);
  const bool any_due = std::any_of(comparands.begin(), comparands.end(), [](const Comparand& comparand) {
    return !comparand.problems.front().fleet.tasks().due.empty();
  });
  note_ignored_due(options.output, any_due, options.planning.order.objective);
  Output output(options.output);
  for (const Comparand& comparand : comparands) {
    std::vector<Comparison> comparisons;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      const study::Problem& problem = comparand.problems[i];
      const study::PolicyChoice& policies = comparand.policies[i];
      if (i == 0 || policies.left_out != comparand.policies[i - 1].left_out) {
        tell_left_out(options, comparand, i);
      }
      tell_joined_tasks(options, problem, subjects[i].devices.name);
      study::ComparisonSettings settings =
          comparison_settings(options.planning, comparand.options, subjects[i].devices.name);
      settings.random_orders = study::random_orders(options.policies);
      settings.splits = study::splits(options.policies);
      Comparison comparison =
          study::compare(problem, policies.chosen, settings, [&](const auto& text) { progress.show(text); });
      comparison.origin = origin_of(problem.file, options.planning.order);
      comparison.skipped = policies.left_out;
      progress.clear();
      print(output, comparison);
      comparisons.push_back(std::move(comparison));
    }
    if (comparisons.size() > 1 && options.output.format == "table") {
      output.stream() << '\n' << report::side_by_side(comparisons, output.style());
    }
  }
  output.commit();
}

}  // namespace

void add_compare(CLI::App& app) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "every policy side by side, best first");
  command->add_option("WORKLOAD", options->workloads, "workload files, or directories of them; - is standard input")
      ->required();
  add_policy_list(*command, options->policies, "; random:1000 shows how the costs of so many random orders spread");
  add_device_options(*command, options->devices);
  add_planning_options(*command, options->planning);
  add_output_options(*command, options->output);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
