#include "sim/model/engine_lanes.hpp"

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

}  // namespace warpshop
