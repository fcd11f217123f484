#include "sim/report/overlap.hpp"

#include <algorithm>
#include <vector>

namespace warpshop::report {

double overlapped_share(const Timeline& timeline) {
  struct Change {
    Millis time{0};
    int by = 0;
  };
  std::vector<Change> changes;
  changes.reserve(2 * timeline.intervals.size());
  for (const Interval& interval : timeline.intervals) {
    changes.push_back({interval.start, 1});
    changes.push_back({interval.end, -1});
  }
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.time < b.time; });
  Millis overlapped{0};
  Millis last{0};
  int serving = 0;
  for (const Change& change : changes) {
    if (serving >= 2) {
      overlapped += change.time - last;
    }
    serving += change.by;
    last = change.time;
  }
  return timeline.makespan > Millis{0} ? overlapped / timeline.makespan : 0;
}

}  // namespace warpshop::report
