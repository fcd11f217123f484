#include "sim/evaluate/events/interval_recorder.hpp"

namespace warpshop::evaluate {

Timeline IntervalRecorder::timeline(const Instance& instance, const Plan& plan, Millis makespan) const {
  Timeline result;
  result.makespan = makespan;
  result.dma_engines = instance.dma_engines;
  for (std::uint32_t slot = 0; slot < plan.order.size(); ++slot) {
    const std::uint32_t task = plan.order[slot];
    for (const Stage stage : kStages) {
      if (instance.jobs[task].has[index(stage)]) {
        const Span& span = spans_[slot][index(stage)];
        result.intervals.push_back({task, stage, Millis{span.start}, Millis{span.end}});
      }
    }
  }
  return result;
}

}  // namespace warpshop::evaluate
