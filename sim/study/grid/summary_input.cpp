#include "sim/study/grid/summary_input.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "sim/study/sweep/workload_cell.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::study {
namespace {

/// Why `all` is without some policies.
std::vector<Note> left_out_of_all(const std::vector<LeftOutOfAll>& left_out) {
  std::vector<Note> limits;
  std::vector<std::pair<std::string, std::string>> others;  // why, and all that are left out for that
  for (const auto& [policy, workload] : left_out) {
    if (policy.limit) {
      limits.push_back(left_out_note(workload, policy, ", so the summary is without it"));
      continue;
    }
    const std::string why = workload + ": " + policy.reason + ", so the summary is without ";
    const auto alike = std::find_if(others.begin(), others.end(), [&](const auto& each) { return each.first == why; });
    if (alike == others.end()) {
      others.emplace_back(why, policy.policy);
    } else {
      alike->second += ", " + policy.policy;
    }
  }
  for (const auto& [why, policies] : others) {
    limits.push_back({.where = "", .text = why + policies});
  }
  return limits;
}

/// By device; one that another is without --set says so.
std::vector<std::string> labels_of(std::span<const SetDevices> devices) {
  std::vector<std::string> labels;
  for (const SetDevices& each : devices) {
    const bool twin = std::any_of(devices.begin(), devices.end(), [&](const SetDevices& other) {
      return other.name == each.name && other.set != each.set;
    });
    labels.push_back(each.name + (twin && !each.set.empty() ? " --set" : ""));
  }
  return labels;
}

}  // namespace

SweepInput summary_input(const Origin& origin, const SummarySets& sets, std::span<const SetDevices> devices,
                         const PlanningOptions& planning, const EngineChoice& engine) {
  SweepInput input{.grid = {},
                   .settings = {.engine = engine,
                                .policies = sets.policies.chosen(),
                                .options = planning.options_for(sets.workloads.front())},
                   .manifest = {},
                   .files = {},
                   .notes = left_out_of_all(sets.policies.left_out())};
  input.begin(origin.file, origin, sets.workloads.size(), {{"device", labels_of(devices)}});
  for (const Workload& workload : sets.workloads) {
    input.manifest.most_tasks = std::max(input.manifest.most_tasks, workload.size());
  }
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const WorkloadCell cell = workload_cell(sets.workloads, devices[i].devices, sets.policies.chosen());
    std::vector<std::string>& set = input.manifest.head.basis.set;
    set = devices[i].set.empty() ? set : devices[i].set;
    input.add_cell(cell, {.objective = planning.order.objective, .fleet = cell.each()}, {i}, devices[i].name);
  }
  return input;
}

}  // namespace warpshop::study
