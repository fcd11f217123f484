#pragma once

#include <string>

#include "sim/model/simulation.hpp"
#include "sim/model/timeline_rows.hpp"
#include "sim/model/units.hpp"

namespace warpshop::report::html {

/// How many CTAs kernels hold over time, on average over the SMs, by kind of task on top of each other. Empty: nobody
/// says what they hold.
std::string held_ctas_chart(const TimelineRows& drawing, Millis until);

/// The same of a plan; below it, where they are known, how busy issue slots, DRAM and L1 are.
std::string sm_charts(const Simulation& simulation, const TimelineRows& drawing, Millis until);

}  // namespace warpshop::report::html
