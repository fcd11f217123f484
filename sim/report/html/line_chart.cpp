#include "sim/report/html/line_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "sim/report/html/data_table.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/html/task_kinds.hpp"

namespace warpshop::report::html {
namespace {

struct LineLayout {
  double width, left, right, top, bottom;
};

LineLayout layout_of(const LineChart& chart) {
  return chart.small ? LineLayout{330, 44, 318, 30, 150} : LineLayout{640, 58, 620, 34, 250};
}

/// The class of the n-th curve: colour, and dashes that repeat out of step with colours.
std::string curve_class(std::size_t number) {
  constexpr std::array<std::string_view, 4> kDashes{"", " dash1", " dash2", " dash3"};
  return fmt::format("line {}{}", kind_colour(number), kDashes[number % kDashes.size()]);
}

struct Extent {
  double low = 0, high = 0;
  bool any = false;

  void add(double value) {
    low = any ? std::min(low, value) : value;
    high = any ? std::max(high, value) : value;
    any = true;
  }
};

Axis x_axis(const Extent& x, const LineLayout& layout) {
  constexpr double kDecade = 10;
  if (x.low > 0 && x.high / x.low >= kDecade) {
    return {.low = x.low, .high = x.high, .from = layout.left + 8, .to = layout.right, .log = true};
  }
  const double wide = x.high > x.low ? x.high - x.low : std::max(1.0, x.high);
  return {.low = x.high > x.low ? x.low : x.low - wide / 2,
          .high = x.low + (x.high > x.low ? wide : wide / 2),
          .from = layout.left + 8,
          .to = layout.right};
}

/// A logarithmic axis with ends of 1, 2 or 5 times a power of ten.
Axis log_axis_over(double low, double high, double from, double to) {
  const auto rounded = [](double value, bool up) {
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    constexpr std::array<double, 4> kRound{1, 2, 5, 10};
    double nearest = up ? 10 * decade : decade;
    for (const double step : kRound) {
      const double candidate = step * decade;
      if (up ? candidate >= value * (1 - 1e-9) : candidate <= value * (1 + 1e-9)) {
        nearest = candidate;
        if (up) {
          break;
        }
      }
    }
    return nearest;
  };
  const double below = rounded(low, false);
  const double above = rounded(high, true);
  return {.low = below, .high = above > below ? above : 10 * below, .from = from, .to = to, .log = true};
}

void draw_curve(Svg& svg, const Curve& curve, std::size_t number, const Axis& x, const Axis& y, bool with_points) {
  std::string points;
  for (const CurvePoint& point : curve.points) {
    points += fmt::format("{}{},{}", points.empty() ? "" : " ", coordinate(x.at(point.x)), coordinate(y.at(point.y)));
  }
  svg.polyline(curve_class(number), points);
  for (const CurvePoint& point : curve.points) {
    if (point.low < point.high) {
      svg.line("whisker", x.at(point.x), y.at(point.low), x.at(point.x), y.at(point.high));
    }
    if (with_points) {
      svg.circle(kind_colour(number), x.at(point.x), y.at(point.y), 3,
                 fmt::format("{}: {:.5g} at {:.5g}", curve.name, point.y, point.x));
    }
  }
}

std::string curves_table(const LineChart& chart) {
  TextTable table{.columns = {{"curve", Align::left}, {chart.x_name}, {chart.y_name}}};
  constexpr std::size_t kMostRows = 400;
  std::size_t left_out = 0;
  for (const Curve& curve : chart.curves) {
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
      if (table.rows() == kMostRows) {
        ++left_out;
        continue;
      }
      const CurvePoint& point = curve.points[i];
      std::string y = fmt::format("{:.5g}", point.y);
      y += point.low < point.high ? fmt::format(" ({:.5g} … {:.5g})", point.low, point.high) : "";
      table.row({curve.name, i < chart.x_texts.size() ? chart.x_texts[i] : fmt::format("{:.5g}", point.x), y});
    }
  }
  return data_table(chart.caption, table, left_out > 0 ? fmt::format("… {} more points", left_out) : "");
}

}  // namespace

std::string line_chart(const LineChart& chart) {
  Extent x;
  Extent y;
  for (const Curve& curve : chart.curves) {
    for (const CurvePoint& point : curve.points) {
      x.add(point.x);
      y.add(point.low);
      y.add(point.high);
    }
  }
  if (!x.any) {
    return "";
  }
  for (const CurveLevel& level : chart.levels) {
    y.add(level.y);
  }
  const bool log_y = chart.log_y && y.low > 0;
  if (chart.from_zero && !log_y) {
    y.add(0);
  }
  const LineLayout layout = layout_of(chart);
  const Axis across = x_axis(x, layout);
  const Axis up = log_y ? log_axis_over(y.low, y.high, layout.bottom, layout.top)
                        : axis_over(y.low, y.high, layout.bottom, layout.top);
  Svg svg(chart.small ? "small" : "half", layout.width, layout.bottom + 38, chart.caption);
  draw_left_axis(svg, up, ticks_of(up, chart.small ? 4 : 6), layout.left, layout.right, chart.y_name);
  std::vector<Tick> ticks = ticks_of(across, chart.small ? 4 : 8);
  if (!chart.x_texts.empty() && chart.x_texts.size() == chart.curves.front().points.size() &&
      chart.x_texts.size() <= 12) {
    ticks.clear();
    for (std::size_t i = 0; i < chart.x_texts.size(); ++i) {
      ticks.push_back({chart.curves.front().points[i].x, chart.x_texts[i]});
    }
  }
  if (!chart.x_ticks.empty()) {
    ticks.clear();
    for (const CurveMark& tick : chart.x_ticks) {
      if (tick.x >= across.low && tick.x <= across.high) {
        ticks.push_back({tick.x, tick.text});
      }
    }
  }
  draw_bottom_axis(svg, across, ticks, layout.top, layout.bottom, chart.x_name);
  double height = layout.top + 10;
  for (const CurveMark& mark : chart.marks) {
    const double place = across.at(mark.x);
    const bool far_right = place > (layout.left + layout.right) / 2;
    svg.line("bound", place, layout.top - 4, place, layout.bottom, mark.text);
    svg.text(far_right ? "t end" : "t", place + (far_right ? -5 : 5), height, mark.text);
    height += 14;
  }
  for (const CurveLevel& level : chart.levels) {
    svg.line("bound", layout.left, up.at(level.y), layout.right, up.at(level.y), level.text);
    svg.text("t", layout.left + 6, up.at(level.y) - 4, level.text);
  }
  Legend legend;
  constexpr std::size_t kMostWithPoints = 60;
  for (std::size_t i = 0; i < chart.curves.size(); ++i) {
    const Curve& curve = chart.curves[i];
    if (!curve.points.empty()) {
      draw_curve(svg, curve, i, across, up, curve.points.size() <= kMostWithPoints);
      legend.add_line(curve_class(i), curve.name);
    }
  }
  return figure(chart.caption, chart.more, svg.markup(), chart.curves.size() > 1 ? legend.markup() : "",
                curves_table(chart));
}

}  // namespace warpshop::report::html
