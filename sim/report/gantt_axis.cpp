#include "sim/report/gantt_axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace warpshop::report {
namespace {

struct AxisUnit {
  std::string_view name;
  double millis;  ///< of one
};
constexpr std::array<AxisUnit, 4> kUnits{{{"s", 1e3}, {"ms", 1}, {"us", 1e-3}, {"ns", 1e-6}}};
constexpr double kLeastOfSeconds = 10;  // below so many, milliseconds read better

AxisUnit unit_of(Millis longest) {
  for (const AxisUnit& unit : kUnits) {
    if (longest.count() >= unit.millis * (unit.name == "s" ? kLeastOfSeconds : 1)) {
      return unit;
    }
  }
  return kUnits.back();
}

/// The smallest round number that is no less.
double round_up(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double times : {1.0, 2.0, 5.0}) {
    if (least <= times * power) {
      return times * power;
    }
  }
  return 10 * power;
}

}  // namespace

GanttAxis gantt_axis(Millis longest, std::size_t cells, bool unicode) {
  constexpr double kApart = 10;  // cells
  const AxisUnit unit = unit_of(longest);
  GanttAxis axis{.unit = unit.name};
  const double end = longest.count() > 0 ? longest.count() / unit.millis : 1;
  const double per_cell = end / static_cast<double>(cells);
  const double step = round_up(std::min(end, kApart * per_cell));
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
