#include "sim/report/overlap.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace warpshop::report {

namespace {

/// When an engine begins to serve something, or ends.
struct Change {
  Millis time{0};
  int by = 0;
};

Millis overlapped_time(std::vector<Change> changes) {
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
  return overlapped;
}

}  // namespace

double overlapped_share(const Timeline& timeline) {
  std::vector<std::vector<Change>> changes(timeline.devices());
  changes.front().reserve(2 * timeline.intervals.size());
  for (const Interval& interval : timeline.intervals) {
    changes[interval.device].push_back({interval.start, 1});
    changes[interval.device].push_back({interval.end, -1});
  }
  Millis overlapped{0};
  for (std::vector<Change>& own : changes) {
    overlapped += overlapped_time(std::move(own));
  }
  const Millis in_all = timeline.makespan * static_cast<double>(timeline.devices());
  return in_all > Millis{0} ? overlapped / in_all : 0;
}

}  // namespace warpshop::report
