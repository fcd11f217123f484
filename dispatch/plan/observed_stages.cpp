#include "dispatch/plan/observed_stages.hpp"

#include <string>

namespace warpshop::dispatch {

std::vector<ObservedStage> observed_stages(const Timeline& timeline, Submission submission,
                                           const std::vector<ConcreteTask>& tasks) {
  std::vector<ObservedStage> stages;
  stages.reserve(timeline.intervals.size());
  for (const Interval& interval : timeline.intervals) {
    if (interval.stage == Stage::kernel && submission == Submission::streams) {
      continue;
    }
    const ConcreteTask& task = tasks[interval.task];
    ObservedStage stage{.stage = interval.stage, .start = interval.start, .end = interval.end};
    if (interval.stage == Stage::kernel) {
      stage.kernel = KernelCall{.name = std::string(task.kernel->code.name), .elements = task.elements};
    } else {
      const ConcreteTask::Transfer& copy = interval.stage == Stage::h2d ? *task.h2d : *task.d2h;
      stage.memory = copy.memory;
      stage.size = copy.size;
    }
    stages.push_back(stage);
  }
  return stages;
}

}  // namespace warpshop::dispatch
