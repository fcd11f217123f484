#include "sim/model/kernel_lanes.hpp"

#include <algorithm>
#include <cstddef>

namespace warpshop {

std::vector<std::uint32_t> kernel_lanes(const Timeline& timeline) {
  const Millis tolerance = kTieTolerance * timeline.makespan;
  const auto& intervals = timeline.intervals;
  std::vector<std::size_t> by_start;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    if (intervals[i].stage == Stage::kernel) {
      by_start.push_back(i);
    }
  }
  std::stable_sort(by_start.begin(), by_start.end(),
                   [&](std::size_t a, std::size_t b) { return intervals[a].start < intervals[b].start; });
  std::vector<std::uint32_t> lanes(intervals.size());
  std::vector<std::vector<Millis>> free_at(timeline.devices());  // by device and lane
  for (const std::size_t i : by_start) {
    std::vector<Millis>& device = free_at[intervals[i].device];
    const auto lane =
        std::find_if(device.begin(), device.end(), [&](Millis end) { return end <= intervals[i].start + tolerance; });
    lanes[i] = static_cast<std::uint32_t>(lane - device.begin());
    if (lane == device.end()) {
      device.push_back(intervals[i].end);
    } else {
      *lane = intervals[i].end;
    }
  }
  return lanes;
}

}  // namespace warpshop
