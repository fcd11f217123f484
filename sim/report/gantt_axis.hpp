#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "sim/model/units.hpp"

namespace warpshop::report {

/// A time axis of a chart.
struct GanttAxis {
  std::string ticks;
  std::string numbers;
  std::string_view unit;
};

/// From 0 to `longest` over so many cells, with round numbers (1, 2 or 5 times a power of ten) at least ten cells
/// apart, in ns, us, ms or s.
GanttAxis gantt_axis(Millis longest, std::size_t cells, bool unicode);

}  // namespace warpshop::report
