#include "sim/study/problem.hpp"

#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/model/needs.hpp"

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
  if (devices.size() == 1) {
    evaluate::prepare_sharing(problem.fleet.devices.front(), devices.front());
  }
}

}  // namespace warpshop::study
