#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/report/gantt_axis.hpp"
#include "sim/report/html/svg.hpp"

namespace warpshop::report::html {

/// Values along a side of a chart, and where they stand there. Whatever it is given, positions are finite.
struct Axis {
  double low = 0;
  double high = 1;
  double from = 0;   ///< where `low` stands
  double to = 1;     ///< where `high` stands
  bool log = false;  ///< low > 0

  double at(double value) const;
};

/// A number on an axis, and how it is written.
struct Tick {
  double value = 0;
  std::string text;
};

/// Round numbers from low to high: 1, 2 or 5 times a power of ten apart, about `count` of them; of a logarithmic axis
/// powers of ten, with 2 and 5 between few of them.
std::vector<Tick> ticks_of(const Axis& axis, int count);

/// Vertical lines over the height, and numbers below them.
void draw_bottom_axis(Svg& svg, const Axis& axis, const std::vector<Tick>& ticks, double top, double bottom,
                      std::string_view name);
/// Horizontal lines over the width, and numbers left of them; the name above.
void draw_left_axis(Svg& svg, const Axis& axis, const std::vector<Tick>& ticks, double left, double right,
                    std::string_view name);

/// low … high, made a little wider where both are the same, and with round ends.
Axis axis_over(double low, double high, double from, double to);

}  // namespace warpshop::report::html
