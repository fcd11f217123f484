#include "sim/report/html/bar_chart.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "sim/report/html/data_table.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/html/task_kinds.hpp"

namespace warpshop::report::html {

std::string bar_chart(const BarChart& chart) {
  constexpr double kWide = 640;
  constexpr double kBarsLeft = 120;
  constexpr double kBarsRight = kWide - 150;
  constexpr double kBar = 16;
  constexpr double kBetweenGroups = 12;
  double most = 0;
  double height = 8;
  for (const BarGroup& group : chart.groups) {
    height += kBetweenGroups;
    for (const std::optional<double>& value : group.values) {
      most = std::max(most, value.value_or(0));
      height += value ? kBar : 0;
    }
  }
  const Axis axis{.low = 0, .high = most > 0 ? most : 1, .from = kBarsLeft, .to = kBarsRight};
  Svg svg("half", kWide, height, chart.caption);
  TextTable table{.columns = {{"", Align::left}}};
  for (const std::string& series : chart.series) {
    table.column(fmt::format("{} {}", series, chart.unit));
  }
  double y = 8;
  for (const BarGroup& group : chart.groups) {
    std::vector<std::string> cells{group.name};
    svg.text("t end", kBarsLeft - 8, y + 12, group.name);
    for (std::size_t series = 0; series < group.values.size(); ++series) {
      const std::optional<double>& value = group.values[series];
      cells.push_back(value ? fmt::format("{:.2f}", *value) : "");
      if (value) {
        svg.rect(kind_colour(series), kBarsLeft, y + 1.5, axis.at(*value) - kBarsLeft, kBar - 3);
        svg.text("", axis.at(*value) + 6, y + 12,
                 fmt::format("{:.2f} {} {}", *value, chart.unit, chart.series[series]));
        y += kBar;
      }
    }
    y += kBetweenGroups;
    table.row(std::move(cells));
  }
  return figure(chart.caption, chart.more, svg.markup(), "", data_table(chart.caption, table));
}

}  // namespace warpshop::report::html
