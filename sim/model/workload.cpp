#include "sim/model/workload.hpp"

#include <numeric>

namespace warpshop {

std::optional<Millis> given_time(const KernelSpec& kernel) {
  if (const auto* duration = std::get_if<Millis>(&kernel.work)) {
    return *duration;
  }
  const auto* shape = std::get_if<KernelShape>(&kernel.work);
  return shape != nullptr ? std::optional(shape->time) : std::nullopt;
}

std::size_t Workload::size() const {
  return std::accumulate(tasks.begin(), tasks.end(), std::size_t{0},
                         [](std::size_t sum, const Task& task) { return sum + task.count; });
}

std::vector<std::string> task_names(const Workload& workload) {
  std::vector<std::string> names;
  names.reserve(workload.size());
  for (const Task& task : workload.tasks) {
    if (task.count == 1) {
      names.push_back(task.name);
      continue;
    }
    for (std::uint32_t repeat = 1; repeat <= task.count; ++repeat) {
      names.push_back(task.name + '#' + std::to_string(repeat));
    }
  }
  return names;
}

}  // namespace warpshop
