#include "sim/study/compared_problems.hpp"

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/split/split_tasks.hpp"
#include "sim/study/expected_time.hpp"
#include "sim/study/joined_tasks.hpp"
#include "sim/study/recorded_order.hpp"
#include "sim/study/split_notes.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::study {
namespace {

/// Of the workload, whatever plans it.
std::vector<Note> input_notes(const Workload& workload, std::span<const Device> devices, const WhatIf& what_if) {
  std::vector<Note> notes = copy_notes(workload, devices);
  append(notes, issue_notes(workload, devices));
  append(notes, kernel_time_notes(workload, devices, what_if.compute));
  append(notes, late_release_notes(workload));
  return notes;
}

/// The problem with what its device has to say; where: what the notes are of.
Problem problem_on(const Workload& workload, const SetDevices& devices, const std::vector<NamedPolicy>& policies,
                   const PlanningOptions& planning, bool sharing, const std::string& where) {
  const std::vector<Device>& gpus = devices.devices;
  Problem problem = make_problem(workload, gpus);
  append(problem.notes, split_notes(workload, where));
  problem.basis.set = devices.set;
  append_flags(problem.basis, planning.what_if);
  append(problem.notes, unshared_kernel_notes(workload, policies, gpus));
  append(problem.notes, limit_notes(policies, gpus));
  if (sharing && may_share(policies, workload, gpus)) {
    prepare_sharing(problem, gpus);
  }
  append(problem.notes,
         profile_notes(workload, devices, where, [&](const auto& others) { return resolve(workload, others); }));
  if (planning.what_if == WhatIf{} && devices.set.empty()) {
    problem.recorded = recorded_makespan(problem, workload, gpus);
  }
  return problem;
}

std::vector<Note> planning_notes(const Workload& workload, const Problem& problem,
                                 const std::vector<NamedPolicy>& policies, Objective objective) {
  std::vector<Note> notes = short_kernel_notes(workload, problem.fleet);
  if (const std::string slow = slow_policies(policies, problem.fleet.tasks(), objective); !slow.empty()) {
    notes.push_back({.where = workload.name, .text = slow});
  }
  append(notes, due_notes(std::span(&workload, 1), objective));
  return notes;
}

std::vector<Note> joined_notes(const Problem& problem, const std::string& device, Objective objective) {
  const std::size_t joined = joined_tasks(problem.fleet, objective);
  if (joined == 0) {
    return {};
  }
  return {{.where = problem.workload + " on " + device,
           .text = fmt::format("{} of {} tasks are joined by 'after' and stay on one GPU: no plan is below what they "
                               "take there",
                               joined, problem.fleet.size())}};
}

}  // namespace

Problem noted_problem(const Workload& workload, const SetDevices& devices, const std::vector<NamedPolicy>& policies,
                      const PlanningOptions& planning, bool sharing) {
  std::vector<Note> notes = input_notes(workload, devices.devices, planning.what_if);
  Problem problem = problem_on(workload, devices, policies, planning, sharing, workload.name);
  append(notes, std::move(problem.notes));
  append(notes, planning_notes(workload, problem, policies, planning.order.objective));
  problem.sharing_bound = sharing_bound(problem, workload, devices.devices, planning.order.objective);
  problem.notes = std::move(notes);
  return problem;
}

ComparedProblems compared_problems(const Workload& workload, std::span<const SetDevices> devices,
                                   const std::vector<std::string>& names, const PlanningOptions& planning,
                                   Shown shown) {
  const bool summed = shown == Shown::summed_up;
  const Objective objective = planning.order.objective;
  std::vector<Device> every_device;
  for (const SetDevices& each : devices) {
    every_device.insert(every_device.end(), each.devices.begin(), each.devices.end());
  }
  ComparedProblems compared{.problems = {},
                            .policies = {},
                            .options = planning.options_for(workload),
                            .notes = input_notes(workload, every_device, planning.what_if)};
  for (const SetDevices& each : devices) {
    compared.split.push_back(split::split_tasks(workload, each.devices));
    const Workload& planned = compared.planned(workload, compared.split.size() - 1);
    compared.policies.push_back(
        choose_policies(names, planned, objective, each.devices, summed ? Unfit::refused : Unfit::left_out));
    const std::vector<NamedPolicy>& chosen = compared.policies.back().chosen;
    compared.problems.push_back(problem_on(planned, each, chosen, planning, !summed,
                                           workload.name + (devices.size() > 1 ? " on " + each.name : "")));
    append(compared.notes, compared.problems.back().notes);
    if (!summed) {
      Problem& problem = compared.problems.back();
      problem.sharing_bound = sharing_bound(problem, planned, each.devices, objective);
    }
  }
  append(compared.notes, planning_notes(compared.planned(workload, 0), compared.problems.front(),
                                        compared.policies.front().chosen, objective));
  for (std::size_t i = 0; i < devices.size() && !summed; ++i) {
    const std::vector<SkippedPolicy>& left_out = compared.policies[i].left_out;
    if (i == 0 || left_out != compared.policies[i - 1].left_out) {
      append(compared.notes, left_out_notes(workload.name, left_out));
    }
    append(compared.notes, joined_notes(compared.problems[i], devices[i].name, objective));
  }
  return compared;
}

std::optional<Unchanged> unchanged_cost(const Workload& given, const SetDevices& devices, const Comparison& comparison,
                                        const PlanningOptions& planning, const EngineChoice& engine) {
  if (comparison.results.empty() || planning.order.objective == Objective::lateness) {
    return std::nullopt;
  }
  try {
    const std::optional<Workload> split = split::split_tasks(given, devices.devices);
    const Workload& workload = split ? *split : given;
    const std::vector<NamedPolicy> first =
        choose_policies({comparison.results.front().policy}, workload, planning.order.objective, devices.devices)
            .chosen;
    Problem problem = make_problem(workload, devices.devices);
    if (may_share(first, workload, devices.devices)) {
      prepare_sharing(problem, devices.devices);
    }
    const Comparison before =
        compare(problem, first, planning.comparison(engine, planning.options_for(workload), devices.name),
                [](const auto& /*text*/) {});
    const PolicyResult& result = before.results.front();
    return result.cost > Millis{0}
               ? std::optional(
                     Unchanged{result.policy, result.cost, fmt::format("{}", fmt::join(flags(planning.what_if), ", "))})
               : std::nullopt;
  } catch (const std::runtime_error&) {  // InputError among them
    return std::nullopt;                 // it was planned as changed, and cannot be as it is
  }
}

}  // namespace warpshop::study
