#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "sim/model/units.hpp"

namespace warpshop::report {

/// What a time axis is in: the largest unit of ns, us, ms, s of which `until` is at least one, of s ten.
struct TimeUnit {
  std::string_view name;
  double per_milli = 1;
};
TimeUnit unit_for(Millis until);

/// 1, 2 or 5 times a power of ten, at least `least` > 0.
double round_step(double least);

/// A time axis of a chart.
struct GanttAxis {
  std::string ticks;
  std::string numbers;
  std::string_view unit;
};

/// From 0 to `longest` over so many cells, with round numbers at least ten cells apart.
GanttAxis gantt_axis(Millis longest, std::size_t cells, bool unicode);

}  // namespace warpshop::report
