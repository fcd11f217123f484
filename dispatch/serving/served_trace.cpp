#include "dispatch/serving/served_trace.hpp"

#include <algorithm>
#include <utility>

namespace warpshop::dispatch {

void ServedTraceLog::seen(const Observation& observation) {
  if (trace_.task_names.size() < kMost) {
    seen_ = observation;
  } else {
    trace_.complete = false;
  }
}

void ServedTraceLog::done(const Outcome& outcome, const std::string& name) {
  const auto observation = std::exchange(seen_, {});
  if (!observation || observation->id != outcome.id) {
    return;
  }
  const auto task = static_cast<std::uint32_t>(trace_.task_names.size());
  trace_.task_names.push_back(name + ' ' + std::to_string(static_cast<std::uint64_t>(outcome.id)));
  for (const ObservedStage& stage : observation->stages) {
    trace_.timeline.intervals.push_back({.task = task, .stage = stage.stage, .start = stage.start, .end = stage.end});
    trace_.timeline.makespan = std::max(trace_.timeline.makespan, stage.end);
  }
}

}  // namespace warpshop::dispatch
