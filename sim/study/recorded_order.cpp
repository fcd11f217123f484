#include "sim/study/recorded_order.hpp"

#include <algorithm>

#include "sim/evaluate/evaluate.hpp"
#include "sim/model/recorded_replay.hpp"

namespace warpshop::study {

std::optional<RecordedMakespan> recorded_makespan(const Problem& problem, const Workload& workload,
                                                  std::span<const Device> devices) {
  const bool is_recorded = std::all_of(workload.tasks.begin(), workload.tasks.end(),
                                       [](const Task& task) { return task.recorded.has_value(); });
  if (!is_recorded || devices.size() != 1 || devices.front().name != workload.recorded_on) {
    return std::nullopt;
  }
  RecordedMakespan span;
  for (const Task& task : workload.tasks) {
    span.recorded = std::max(span.recorded, task.recorded->end);
  }
  span.predicted =
      evaluate::makespan(problem.fleet.tasks(), {.order = recorded_order(workload), .submission = Submission::streams});
  return span;
}

}  // namespace warpshop::study
