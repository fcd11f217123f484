#include "sim/report/html/scatter.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "sim/report/html/data_table.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/html/task_kinds.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/shown_table.hpp"

namespace warpshop::report::html {
namespace {

constexpr double kScatterWidth = 640;
constexpr double kScatterLeft = 66;
constexpr double kScatterRight = kScatterWidth - 24;
constexpr double kScatterTop = 34;
constexpr double kScatterBottom = 420;

struct ScatterAxes {
  Axis across, up;
};

/// Both the same, so that the diagonal halves the angle; where what was predicted would be squeezed into a small part
/// of that, each over its own. Intervals that reach far beyond all medians are cut.
ScatterAxes scatter_axes(const std::vector<ScatterPoint>& points) {
  constexpr double kLeastPart = 0.3;
  constexpr double kBeyondMedians = 1.15;
  double least_predicted = points.front().predicted;
  double most_predicted = least_predicted;
  double low = points.front().low;
  double most_measured = points.front().measured;
  double high = points.front().high;
  for (const ScatterPoint& point : points) {
    least_predicted = std::min(least_predicted, point.predicted);
    most_predicted = std::max(most_predicted, point.predicted);
    low = std::min(low, point.low);
    high = std::max(high, point.high);
    most_measured = std::max(most_measured, point.measured);
  }
  high = std::min(high, std::max(most_measured, most_predicted) * kBeyondMedians);
  const Axis both =
      axis_over(std::min(low, least_predicted), std::max(high, most_predicted), kScatterBottom, kScatterTop);
  if (most_predicted - least_predicted >= kLeastPart * (both.high - both.low)) {
    return {{both.low, both.high, kScatterLeft, kScatterRight}, both};
  }
  return {axis_over(least_predicted, most_predicted, kScatterLeft, kScatterRight),
          axis_over(low, high, kScatterBottom, kScatterTop)};
}

/// Squares for the second series, circles for others: not told apart by colour alone.
void draw_point(Svg& svg, const ScatterPoint& point, double x, double y, const std::string& unit) {
  const std::string hover = fmt::format("{}: predicted {:.3f} {}, measured {:.3f} ({:.3f} … {:.3f})", point.name,
                                        point.predicted, unit, point.measured, point.low, point.high);
  if (point.series % 2 == 1) {
    svg.rect(kind_colour(point.series), x - 4.5, y - 4.5, 9, 9, hover);
  } else {
    svg.circle(kind_colour(point.series), x, y, 4, hover);
  }
}

std::string error_text(const ScatterPoint& point) {
  return point.measured > 0 ? signed_percent((point.measured - point.predicted) / point.measured) + " %" : "";
}

std::string points_table(const Scatter& chart) {
  TextTable table{
      .columns = {{"", Align::left}, {"predicted " + chart.unit}, {"measured " + chart.unit}, {"interval"}, {"error"}}};
  const std::size_t shown = shown_rows(chart.points.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const ScatterPoint& point = chart.points[i];
    table.row({point.name, fmt::format("{:.3f}", point.predicted), fmt::format("{:.3f}", point.measured),
               fmt::format("{:.3f} … {:.3f}", point.low, point.high), error_text(point)});
  }
  table.left_out = chart.points.size() - shown;
  return data_table(chart.caption, table);
}

}  // namespace

std::string scatter(const Scatter& chart) {
  if (chart.points.empty()) {
    return "";
  }
  const auto [across, up] = scatter_axes(chart.points);
  Svg svg("half", kScatterWidth, kScatterBottom + 40, chart.caption,
          "Measured over predicted; points on the dashed line were predicted exactly.");
  draw_left_axis(svg, up, ticks_of(up, 7), kScatterLeft, kScatterRight, "measured " + chart.unit);
  draw_bottom_axis(svg, across, ticks_of(across, 8), kScatterTop, kScatterBottom, "predicted " + chart.unit);
  const double from = std::max(across.low, up.low);
  const double to = std::min(across.high, up.high);
  if (from < to) {
    svg.line("diagonal", across.at(from), up.at(from), across.at(to), up.at(to), "predicted exactly");
  }
  std::set<std::tuple<std::size_t, long, long>> taken;
  std::size_t drawn = 0;
  for (const ScatterPoint& point : chart.points) {
    const double x = across.at(point.predicted);
    const double y = up.at(point.measured);
    if (!taken.insert({point.series, std::lround(x / 2), std::lround(y / 2)}).second) {
      continue;
    }
    ++drawn;
    if (point.low < point.high) {
      svg.line("whisker", x, up.at(point.low), x, up.at(std::min(point.high, up.high)));
    }
    draw_point(svg, point, x, y, chart.unit);
  }
  Legend legend;
  for (std::size_t series = 0; series < chart.series.size(); ++series) {
    legend.add(kind_colour(series), chart.series[series]);
  }
  legend.add_line("diagonal", "predicted exactly");
  std::string below = legend.markup();
  if (drawn < chart.points.size()) {
    below += fmt::format("<p class=\"note\">{} of {} points are drawn; others fall on the same spots.</p>\n", drawn,
                         chart.points.size());
  }
  return figure(chart.caption, chart.more, svg.markup(), below, points_table(chart));
}

}  // namespace warpshop::report::html
