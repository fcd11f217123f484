#include "dispatch/submit/measured_timeline.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace warpshop::dispatch {

void begin_copies_after_those_before(Timeline& timeline) {
  for (const Stage stage : {Stage::h2d, Stage::d2h}) {
    std::vector<Interval*> copies;
    for (Interval& interval : timeline.intervals) {
      if (interval.stage == stage || (timeline.dma_engines == 1 && interval.stage != Stage::kernel)) {
        copies.push_back(&interval);
      }
    }
    std::ranges::sort(copies, {}, &Interval::end);
    for (std::size_t i = 1; i < copies.size(); ++i) {
      copies[i]->start = std::clamp(copies[i - 1]->end, copies[i]->start, copies[i]->end);
    }
  }
}

void count_from_first_command(Timeline& timeline, bool has_releases) {
  Millis shift{0};
  if (!timeline.intervals.empty() && !has_releases) {
    shift = std::ranges::min_element(timeline.intervals, {}, &Interval::start)->start;
  }
  for (Interval& interval : timeline.intervals) {
    interval.start -= shift;
    interval.end -= shift;
    timeline.makespan = std::max(timeline.makespan, interval.end);
  }
  for (Residency& residency : timeline.residencies) {
    residency.start -= shift;
    residency.end -= shift;
  }
}

}  // namespace warpshop::dispatch
