#include "sim/study/problem.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string>

#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/model/needs.hpp"
#include "sim/study/assumed_of_sharing.hpp"

namespace warpshop::study {
namespace {

/// Kernels of the profile that tasks name.
std::set<std::string, std::less<>> named_kernels(const Instance& instance, const Device& device) {
  std::set<std::string, std::less<>> names;
  for (const NamedKernel& kernel : instance.kernels) {
    if (device.kernels.contains(kernel.name)) {
      names.insert(kernel.name);
    }
  }
  return names;
}

void add_assumed_of_power(Problem& problem, std::span<const Device> devices) {
  std::set<std::string> profiles;
  for (const Device& device : devices) {
    profiles.insert(device.name);
  }
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (profiles.erase(devices[i].name) > 0) {
      for (const std::string& path :
           assumed_of_power(devices[i], named_kernels(problem.fleet.devices[i], devices[i]))) {
        problem.basis.assumed.push_back(devices.front().name == devices.back().name ? path
                                                                                    : devices[i].name + ": " + path);
      }
    }
  }
}

}  // namespace

Problem make_problem(const Workload& workload, std::span<const Device> devices) {
  Problem problem{workload.name,
                  task_names(workload),
                  resolve(workload, devices),
                  workload.file,
                  jobs_of(workload),
                  {.assumed = assumed_values(workload, devices), .set = {}, .assumed_as = assumed_groups(devices)}};
  add_assumed_of_power(problem, devices);
  for (const Instance& device : problem.fleet.devices) {
    problem.basis.issued = problem.basis.issued.empty() ? text(device.issue) : problem.basis.issued;
  }
  return problem;
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
  std::set<std::string, std::less<>> kernels = named_kernels(instance, devices.front());
  std::erase_if(kernels, [&](const std::string& name) {
    return std::none_of(instance.kernels.begin(), instance.kernels.end(),
                        [&](const NamedKernel& kernel) { return kernel.name == name && kernel.law; });
  });
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
