#include "dispatch/plan/measured_timeline.hpp"

#include <algorithm>
#include <string>

namespace warpshop::dispatch {

void begin_copies_after_those_before(Timeline& timeline) {
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    const Stage stage = direction == Direction::h2d ? Stage::h2d : Stage::d2h;
    std::vector<Interval*> copies;
    for (Interval& interval : timeline.intervals) {
      if (interval.stage == stage || (timeline.dma_engines == 1 && interval.stage != Stage::kernel)) {
        copies.push_back(&interval);
      }
    }
    std::sort(copies.begin(), copies.end(), [](const Interval* a, const Interval* b) { return a->end < b->end; });
    for (std::size_t i = 1; i < copies.size(); ++i) {
      copies[i]->start = std::clamp(copies[i - 1]->end, copies[i]->start, copies[i]->end);
    }
  }
}

void count_from_first_command(Timeline& timeline, const std::vector<ConcreteTask>& tasks) {
  Millis shift{0};
  const auto released = [&](const Interval& interval) { return tasks[interval.task].release > Millis{0}; };
  if (!timeline.intervals.empty() && std::none_of(timeline.intervals.begin(), timeline.intervals.end(), released)) {
    shift = std::min_element(timeline.intervals.begin(), timeline.intervals.end(),
                             [](const Interval& a, const Interval& b) { return a.start < b.start; })
                ->start;
  }
  for (Interval& interval : timeline.intervals) {
    interval.start -= shift;
    interval.end -= shift;
    timeline.makespan = std::max(timeline.makespan, interval.end);
  }
}

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
