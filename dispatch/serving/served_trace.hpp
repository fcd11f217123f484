#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "dispatch/proxy/proxy_task.hpp"
#include "sim/model/service.hpp"

namespace warpshop::dispatch {

/// The stages of the first kMost tasks that were done, as they ran. Used by the thread of a proxy that calls all
/// callbacks.
class ServedTraceLog {
 public:
  static constexpr std::size_t kMost = 100'000;

  /// name: of the kind of task. Throws std::bad_alloc, and then does not show the task.
  void ended(const Outcome& outcome, const std::string& name) {
    if (outcome.kind != Outcome::Kind::done) {
      return;
    }
    if (trace_.task_names.size() >= kMost) {
      trace_.complete = false;
      return;
    }
    auto& intervals = trace_.timeline.intervals;
    const auto task = static_cast<std::uint32_t>(trace_.task_names.size());
    trace_.task_names.push_back(name + ' ' + std::to_string(static_cast<std::uint64_t>(outcome.id)));
    for (const Stage stage : kStages) {
      if (outcome.stages[index(stage)]) {
        const Millis end = outcome.ends[index(stage)];
        intervals.push_back({.task = task, .stage = stage, .start = end - outcome.measured[index(stage)], .end = end});
      }
    }
    trace_.timeline.makespan = std::max(trace_.timeline.makespan, outcome.ended);
  }
  /// After the last call of the other.
  ServiceTrace take() { return std::move(trace_); }

 private:
  ServiceTrace trace_;
};

}  // namespace warpshop::dispatch
