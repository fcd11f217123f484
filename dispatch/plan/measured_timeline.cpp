#include "dispatch/plan/measured_timeline.hpp"

#include <algorithm>

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

}  // namespace warpshop::dispatch
