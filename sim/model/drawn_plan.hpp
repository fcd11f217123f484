#pragma once

#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/simulation.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// What a timeline's commands take where nothing opposes them, by interval.
inline std::vector<Millis> alone_times(const Fleet& fleet, const Timeline& timeline) {
  std::vector<Millis> alone;
  alone.reserve(timeline.intervals.size());
  for (const Interval& interval : timeline.intervals) {
    alone.push_back(fleet.devices[interval.device].jobs[interval.task].alone(interval.stage));
  }
  return alone;
}

/// A plan with its timeline, as it is drawn.
struct DrawnPlan {
  Simulation simulation;
  std::vector<Millis> alone;  ///< see alone_times()
};

}  // namespace warpshop
