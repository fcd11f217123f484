#include "sim/study/problem.hpp"

#include <functional>
#include <set>

#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/model/needs.hpp"
#include "sim/study/assumed_of_sharing.hpp"

namespace warpshop::study {

Problem make_problem(const Workload& workload, std::span<const Device> devices) {
  return {workload.name,
          task_names(workload),
          resolve(workload, devices),
          workload.file,
          {.assumed = assumed_values(workload, devices)}};
}

Problem make_problem(const Workload& workload, const Device& device) {
  return make_problem(workload, std::span(&device, 1));
}

void prepare_sharing(Problem& problem, std::span<const Device> devices) {
  if (devices.size() != 1 || !devices.front().sm) {
    return;
  }
  Instance& instance = problem.fleet.devices.front();
  evaluate::prepare_sharing(instance, devices.front());
  problem.is_prepared = true;
  std::set<std::string, std::less<>> kernels;
  for (const NamedKernel& kernel : instance.kernels) {
    if (kernel.law && devices.front().kernels.contains(kernel.name)) {
      kernels.insert(kernel.name);
    }
  }
  if (kernels.empty()) {
    return;
  }
  kernels.insert(devices.front().probes.begin(), devices.front().probes.end());
  std::set<std::string> assumed(problem.basis.assumed.begin(), problem.basis.assumed.end());
  for (const std::string& path : assumed_of_sharing(devices.front(), kernels)) {
    if (assumed.insert(path).second) {
      problem.basis.assumed.push_back(path);
    }
  }
}

}  // namespace warpshop::study
