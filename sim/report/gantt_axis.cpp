#include "sim/report/gantt_axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace warpshop::report {
TimeUnit unit_for(Millis until) {
  constexpr std::array<TimeUnit, 4> kUnits{{{"s", 1e-3}, {"ms", 1}, {"us", 1e3}, {"ns", 1e6}}};
  for (const TimeUnit& unit : kUnits) {
    if (until.count() * unit.per_milli >= (unit.per_milli < 1 ? 10 : 1)) {
      return unit;
    }
  }
  return until > Millis{0} ? kUnits.back() : kUnits[1];
}

double round_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= least * (1 - 1e-9)) {
      return step * power;
    }
  }
  return 10 * power;
}

GanttAxis gantt_axis(Millis longest, std::size_t cells, bool unicode) {
  constexpr double kApart = 10;  // cells
  const TimeUnit unit = unit_for(longest);
  GanttAxis axis{.unit = unit.name};
  const double end = longest.count() > 0 ? longest.count() * unit.per_milli : 1;
  const double per_cell = end / static_cast<double>(cells);
  const double step = round_step(std::min(end, kApart * per_cell));
  std::size_t drawn = 0;
  for (std::int64_t tick = 0;
       tick == 0 || (longest > Millis{0} && static_cast<double>(tick) * step <= end * (1 + 1e-9)); ++tick) {
    const double value = static_cast<double>(tick) * step;
    const std::string number = fmt::format("{:.6g}", value);
    const auto cell = std::min(cells - 1, static_cast<std::size_t>(std::llround(value / per_cell)));
    for (; drawn < cell; ++drawn) {
      axis.ticks += unicode ? "─" : "-";
    }
    axis.ticks += tick == 0 ? (unicode ? "├" : "+") : unicode ? "┼" : "+";
    drawn = cell + 1;
    const std::size_t before = number.size() / 2;
    const std::size_t at = cell > before ? cell - before : 0;
    if (at >= axis.numbers.size() && at + number.size() <= cells) {
      axis.numbers.append(at - axis.numbers.size(), ' ').append(number);
    }
  }
  for (; drawn < cells; ++drawn) {
    axis.ticks += unicode ? "─" : "-";
  }
  return axis;
}

}  // namespace warpshop::report
