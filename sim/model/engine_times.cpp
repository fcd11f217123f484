#include "sim/model/engine_times.hpp"

#include <algorithm>
#include <cstddef>

namespace warpshop {
namespace {

/// When an engine begins to serve something, or ends.
struct Change {
  Millis time{0};
  Stage stage = Stage::h2d;
  int by = 0;
};

EngineTimes times_of(std::vector<Change> changes) {
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.time < b.time; });
  EngineTimes times;
  std::array<int, 3> serving{};  // how many each engine serves
  Millis last{0};
  for (const Change& change : changes) {
    const Millis passed = change.time - last;
    int at_work = 0;
    for (std::size_t engine = 0; engine < serving.size(); ++engine) {
      if (serving[engine] > 0) {
        times.busy[engine] += passed;
        ++at_work;
      }
    }
    if (at_work >= 2) {
      times.overlapped += passed;
    }
    serving[index(change.stage)] += change.by;
    last = change.time;
  }
  return times;
}

}  // namespace

std::vector<EngineTimes> engine_times(const Timeline& timeline) {
  std::vector<std::vector<Change>> changes(timeline.devices());
  changes.front().reserve(2 * timeline.intervals.size());
  for (const Interval& interval : timeline.intervals) {
    changes[interval.device].push_back({interval.start, interval.stage, 1});
    changes[interval.device].push_back({interval.end, interval.stage, -1});
  }
  std::vector<EngineTimes> times;
  times.reserve(changes.size());
  for (std::vector<Change>& own : changes) {
    times.push_back(times_of(std::move(own)));
  }
  return times;
}

double overlapped_share(const Timeline& timeline) {
  Millis overlapped{0};
  for (const EngineTimes& times : engine_times(timeline)) {
    overlapped += times.overlapped;
  }
  const Millis in_all = timeline.makespan * static_cast<double>(timeline.devices());
  return in_all > Millis{0} ? overlapped / in_all : 0;
}

}  // namespace warpshop
