#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/model/simulation.hpp"
#include "sim/model/timeline_rows.hpp"
#include "sim/model/units.hpp"

namespace warpshop::report::html {

/// How many CTAs kernels hold over time, on average over the SMs, by kind of task on top of each other; below it, where
/// they are known, how busy issue slots, DRAM and L1 are. Empty: kernels do not share.
std::string sm_charts(const Simulation& simulation, const TimelineRows& drawing, Millis until);

/// Figures from some time on, one for each of what is drawn.
struct TimeStep {
  Millis from{0};
  std::vector<double> values;
};

/// Of a curve: about one a pixel.
inline constexpr std::size_t kMostSteps = 1200;

/// At most kMostSteps of them: of more, averages over as many equal parts of the time from 0 to `until`. By time.
std::vector<TimeStep> fewer_steps(std::vector<TimeStep> steps, Millis until);

}  // namespace warpshop::report::html
