#include "sim/study/sweep/workload_cell.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "sim/model/context_switch.hpp"
#include "sim/model/sweep.hpp"
#include "sim/study/all_policies.hpp"
#include "sim/study/assumed_use.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

namespace {

/// A plan under which any kernels meet that have a law.
Plan all_at_once(const Instance& tasks) {
  Plan plan{.order = Order(tasks.size()), .share = Share()};
  std::iota(plan.order.begin(), plan.order.end(), 0U);
  return plan;
}

}  // namespace

WorkloadCell workload_cell(std::span<const Workload> workloads, std::span<const Device> devices,
                           std::vector<NamedPolicy> policies) {
  policies.push_back({.policy = &find_policy(name(
                          Baseline::hyperq))});  // a baseline, asked for or not, whose kernels share where they can
  const bool switches = std::any_of(policies.begin(), policies.end(), [](const NamedPolicy& named) {
    return named.policy->sharing && named.policy->sharing->switches_context;
  });
  WorkloadCell cell;
  auto fleets = std::make_shared<std::vector<Fleet>>();
  for (const Workload& workload : workloads) {
    Problem problem = make_problem(workload, devices);
    if (may_share(policies, workload, devices)) {
      prepare_sharing(problem, devices);
      cell.sharing = true;
    }
    cell.basis.assume(problem.basis.assumed);
    cell.basis.assume(assumed_use(problem.fleet.tasks(), all_at_once(problem.fleet.tasks())));
    const bool families = !problem.fleet.tasks().families.empty();
    for (const Instance& device : problem.fleet.devices) {
      if ((switches || families) && device.family_setup_range) {
        cell.basis.assume(
            {{.path = kContextSwitchPath, .value = device.family_setup, .range = *device.family_setup_range}});
      }
    }
    fleets->push_back(std::move(problem.fleet));
  }
  cell.fleets = std::move(fleets);
  return cell;
}

}  // namespace warpshop::study
