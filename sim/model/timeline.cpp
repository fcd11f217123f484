#include "sim/model/timeline.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>

namespace warpshop {

std::vector<std::uint32_t> engine_lanes(const Timeline& timeline) {
  const Millis tolerance = kTieTolerance * timeline.makespan;
  const auto& intervals = timeline.intervals;
  std::vector<std::size_t> by_start(intervals.size());
  std::iota(by_start.begin(), by_start.end(), std::size_t{0});
  std::stable_sort(by_start.begin(), by_start.end(),
                   [&](std::size_t a, std::size_t b) { return intervals[a].start < intervals[b].start; });
  std::vector<std::uint32_t> lanes(intervals.size());
  std::vector<std::array<std::vector<Millis>, kStages.size()>> free_at(timeline.devices());  // by lane
  for (const std::size_t i : by_start) {
    std::vector<Millis>& engine = free_at[intervals[i].device][index(intervals[i].stage)];
    const auto lane =
        std::find_if(engine.begin(), engine.end(), [&](Millis end) { return end <= intervals[i].start + tolerance; });
    lanes[i] = static_cast<std::uint32_t>(lane - engine.begin());
    if (lane == engine.end()) {
      engine.push_back(intervals[i].end);
    } else {
      *lane = intervals[i].end;
    }
  }
  return lanes;
}

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
