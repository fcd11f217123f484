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
  const Timeline timeline =
      evaluate::timeline(problem.fleet.tasks(), {.order = recorded_order(workload), .submission = Submission::streams});
  span.predicted = timeline.makespan;
  span.steps = step_errors(timeline, workload);
  return span;
}

}  // namespace warpshop::study
