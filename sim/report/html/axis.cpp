#include "sim/report/html/axis.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace warpshop::report::html {
namespace {

std::vector<Tick> log_ticks(const Axis& axis) {
  std::vector<Tick> ticks;
  const bool few = axis.high / axis.low < 1000;
  for (double power = std::pow(10, std::floor(std::log10(axis.low))); power <= axis.high; power *= 10) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double value = digit * power;
      if ((digit == 1 || few) && value >= axis.low * (1 - 1e-9) && value <= axis.high * (1 + 1e-9)) {
        ticks.push_back({value, fmt::format("{:.4g}", value)});
      }
    }
  }
  return ticks;
}

}  // namespace

double Axis::at(double value) const {
  const double part = log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  const double place = from + (to - from) * part;
  return std::isfinite(place) ? place : from;
}

std::vector<Tick> ticks_of(const Axis& axis, int count) {
  const double length = axis.high - axis.low;
  if (!(length > 0) || !std::isfinite(length)) {
    return {};
  }
  if (axis.log) {
    return log_ticks(axis);
  }
  const double step = round_step(length / count);
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  std::vector<Tick> ticks;
  for (double i = std::ceil(axis.low / step - 1e-9); i * step <= axis.high + step * 1e-9; ++i) {
    const double value = i == 0 ? 0 : i * step;
    ticks.push_back({value, decimals > 6 || std::abs(value) >= 1e7 ? fmt::format("{:.6g}", value)
                                                                   : fmt::format("{:.{}f}", value, decimals)});
  }
  return ticks;
}

void draw_bottom_axis(Svg& svg, const Axis& axis, const std::vector<Tick>& ticks, double top, double bottom,
                      std::string_view name) {
  for (const Tick& tick : ticks) {
    const double x = axis.at(tick.value);
    svg.line("grid", x, top, x, bottom + 4);
    svg.text("t mid", x, bottom + 17, tick.text);
  }
  svg.text("t end", axis.to, bottom + 32, name);
}

void draw_left_axis(Svg& svg, const Axis& axis, const std::vector<Tick>& ticks, double left, double right,
                    std::string_view name) {
  for (const Tick& tick : ticks) {
    const double y = axis.at(tick.value);
    svg.line("grid", left, y, right, y);
    svg.text("t end", left - 7, y + 4, tick.text);
  }
  svg.text("t", 2, std::min(axis.from, axis.to) - 10, name);
}

Axis axis_over(double low, double high, double from, double to) {
  double length = high - low;
  if (!(length > 0)) {
    length = std::max(std::abs(high) * 0.1, 1e-9);
    low -= length / 2;
    high += length / 2;
  }
  const double step = round_step(length / 6);
  return {.low = std::floor(low / step + 1e-9) * step,
          .high = std::ceil(high / step - 1e-9) * step,
          .from = from,
          .to = to};
}

}  // namespace warpshop::report::html
