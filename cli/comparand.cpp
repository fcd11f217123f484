#include "cli/comparand.hpp"

#include <utility>

#include "cli/profile_settings.hpp"
#include "cli/slow_note.hpp"
#include "cli/workload_notes.hpp"
#include "cli/written_files.hpp"
#include "sim/model/error.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/recorded_order.hpp"

namespace warpshop::cli {

Comparand make_comparand(const CompareOptions& options, const Workload& workload,
                         std::span<const ComparedDevice> devices, std::set<std::string>& told) {
  std::vector<Device> every_device;
  for (const ComparedDevice& each : devices) {
    every_device.insert(every_device.end(), each.devices.devices.begin(), each.devices.devices.end());
  }
  note_short_copies(options.output, workload, every_device);
  note_issue(options.output, workload, every_device);
  note_recorded_kernels(options.output, workload, every_device, options.planning.what_if.compute);
  Comparand comparand{.problems = {}, .policies = {}, .options = plan_options(options.planning, workload)};
  for (const ComparedDevice& each : devices) {
    const std::vector<Device>& gpus = each.devices.devices;
    comparand.policies.push_back(
        study::choose_policies(options.policies, workload, options.planning.order.objective, gpus,
                               options.summary ? study::Unfit::refused : study::Unfit::left_out));
    study::Problem problem = study::make_problem(workload, gpus);
    problem.basis.set = each.set;
    append_flags(problem.basis, options.planning.what_if);
    note_unshared_kernels(options.output, workload, comparand.policies.back().chosen, gpus);
    if (!options.summary && study::may_share(comparand.policies.back().chosen, workload, gpus)) {
      study::prepare_sharing(problem, gpus);
    }
    tell_odd_values(options.output, workload, gpus, told);
    tell_half_settings(options.output, workload, gpus, each.settings, told);
    const std::string on = devices.size() > 1 ? " on " + each.devices.name : "";
    tell_unfelt_settings(options.output, workload.name + on, problem.fleet, each.settings, [&](const auto& others) {
      return resolve(workload, files::find_devices(each.spec, others).devices);
    });
    if (options.planning.what_if == WhatIf{} && each.set.empty()) {
      problem.recorded = study::recorded_makespan(problem, workload, gpus);
      note_recorded_makespan(options.output, workload, problem.recorded);
    }
    if (&each == &devices.front()) {
      note_short_kernels(options.output, workload, problem.fleet);
      note_slow(options.output, workload.name, comparand.policies.back().chosen, problem.fleet.tasks(),
                options.planning.order.objective);
    }
    comparand.problems.push_back(std::move(problem));
  }
  return comparand;
}

study::ComparisonSettings comparison_settings(const CompareOptions& options, const PlanOptions& order,
                                              const std::string& device) {
  study::ComparisonSettings settings = comparison_settings(options.planning, order, device);
  return settings;
}

void check_planning(const CompareOptions& options) {
  for (const std::string& name : options.policies) {
    if (!study::stands_for_several(name)) {
      study::named_policy(name);  // throws
    }
  }
  const PlanningOptions& planning = options.planning;
  if (planning.pairs.empty() || (planning.partner && *planning.partner != Partner::given)) {
    plan_options(planning, {});
  }
}

void check_compare_output(const CompareOptions& options, std::vector<std::filesystem::path> files) {
  for (const std::string& device : options.devices) {
    const auto profiles = device_files(device);
    files.insert(files.end(), profiles.begin(), profiles.end());
  }
  check_written_files({{"--output", options.output.output}, {"--report", options.report.file}}, files);
}

}  // namespace warpshop::cli
