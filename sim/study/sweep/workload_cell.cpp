#include "sim/study/sweep/workload_cell.hpp"

#include <utility>

#include "sim/study/all_policies.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

WorkloadCell workload_cell(std::span<const Workload> workloads, std::span<const Device> devices,
                           std::vector<const Policy*> policies) {
  policies.push_back(&find_policy("hyperq"));  // a baseline, asked for or not, whose kernels share where they can
  WorkloadCell cell;
  auto fleets = std::make_shared<std::vector<Fleet>>();
  for (const Workload& workload : workloads) {
    Problem problem = make_problem(workload, devices);
    if (may_share(policies, workload, devices)) {
      prepare_sharing(problem, devices);
      cell.sharing = true;
    }
    cell.basis.assume(problem.basis.assumed);
    fleets->push_back(std::move(problem.fleet));
  }
  cell.fleets = std::move(fleets);
  return cell;
}

}  // namespace warpshop::study
