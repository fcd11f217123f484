#include "sim/report/html/client_sweep_chapter.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "sim/model/quantity.hpp"
#include "sim/report/client_sweep_table.hpp"
#include "sim/report/client_sweep_text.hpp"
#include "sim/report/html/data_table.hpp"
#include "sim/report/html/line_chart.hpp"
#include "sim/report/html/svg.hpp"

namespace warpshop::report::html {
namespace {

constexpr std::size_t kMostCharts = 12;
constexpr std::size_t kMostPolicies = 8;  // curves that are told apart

/// The number of a value, in the unit in which the first of the axis is written.
double number_of_value(const std::vector<std::string>& values, std::size_t value) {
  const std::string_view unit = parse_quantity(values.front())->unit;
  const std::string one = unit.empty() ? "1" : fmt::format("1 {}", unit);
  return axis_number(values[value])->value / axis_number(one)->value;
}

std::string unit_text(const std::string& value) {
  const std::string_view unit = parse_quantity(value)->unit;
  return unit.empty() ? "" : fmt::format(", {}", unit);
}

/// What a client reaches of its goal of latency along the axis of the group; nothing: it has none there.
std::string reached_chart(const ClientSweep& sweep, const RangeGroup& group, std::size_t client) {
  const KeptRange& first = *group.ranges.front();
  const Client& of = sweep.cells[first.tried.front().cell].comparison.clients[client];
  const auto* goal = of.goal ? std::get_if<LatencyGoal>(&*of.goal) : nullptr;
  if (goal == nullptr) {
    return "";
  }
  const SweepAxis& axis = sweep.axes[group.axis];
  LineChart chart{.caption = fmt::format("{}: {}", of.name, swept_place(sweep, first.others, group.axis)),
                  .more = group.ranges.size() > kMostPolicies
                              ? fmt::format("the first {} of {} policies", kMostPolicies, group.ranges.size())
                              : "with 95 % intervals where there are any",
                  .x_name = std::string(axis_text(axis.name)) + unit_text(axis.values.front()),
                  .y_name = fmt::format("ms, {} % of its requests", quantity_text(100 * goal->quantile)),
                  .curves = {},
                  .log_y = true};
  for (std::size_t i = 0; i < std::min(group.ranges.size(), kMostPolicies); ++i) {
    Curve curve{.name = group.ranges[i]->policy, .points = {}};
    for (const KeptAt& at : group.ranges[i]->tried) {
      const ClientFigures& figures = sweep.cells[at.cell].comparison.results[at.result].figures.clients[client];
      if (figures.reached) {
        const Estimate& reached = *figures.reached;
        curve.points.push_back({.x = number_of_value(axis.values, at.value),
                                .y = reached.value.count(),
                                .low = reached.low.value_or(reached.value).count(),
                                .high = reached.high.value_or(reached.value).count()});
      }
    }
    std::sort(curve.points.begin(), curve.points.end(),
              [](const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; });
    chart.curves.push_back(std::move(curve));
  }
  if (!axis.name.ends_with(".goal.latency")) {
    chart.levels.push_back({.y = goal->latency.count(),
                            .text = fmt::format("goal: {}", quantity_text(goal->latency.count(), kTimeUnits[4]))});
  }
  return line_chart(chart);
}

std::string reached_charts(const ClientSweep& sweep, const std::vector<RangeGroup>& groups) {
  std::string text;
  std::size_t charts = 0;
  for (const RangeGroup& group : groups) {
    for (std::size_t client = 0; client < sweep.cells.front().comparison.clients.size() && charts < kMostCharts;
         ++client) {
      const std::string chart = reached_chart(sweep, group, client);
      charts += chart.empty() ? 0 : 1;
      text += chart;
    }
  }
  return text;
}

}  // namespace

Chapter chapter(const ClientSweep& sweep) {
  const std::vector<std::string> lines = kept_lines(sweep);
  Chapter chapter{.question = fmt::format("How far are the goals of “{}” kept?", sweep.name),
                  .answer = lines.front(),
                  .seed = sweep.origin.seed};
  for (const std::string& remark : remarks(sweep)) {
    chapter.caveats.push_back(remark + '.');
  }
  add_basis(chapter, sweep.basis);
  for (const FailedInCell& failed : failed_policies(sweep)) {
    chapter.caveats.push_back(fmt::format("Failed on {}: {}: {}.", failed.cell.comparison.device, failed.policy.policy,
                                          failed.policy.reason));
  }
  chapter.caveats.push_back(client_sweep_title(sweep) + "; figures are predictions.");
  if (lines.size() > 1) {
    std::string text;
    for (const std::string& line : lines) {
      text += fmt::format("<p>{}</p>\n", escaped(line));
    }
    chapter.sections.push_back({"Beside each value of the other axes", std::move(text)});
  }
  if (std::string charts = reached_charts(sweep, range_groups(sweep)); !charts.empty()) {
    chapter.sections.push_back({"What goals are reached", std::move(charts)});
  }
  chapter.sections.push_back(
      {"Every cell", data_table("What clients get in every cell, the best policy first", client_sweep_table(sweep))});
  return chapter;
}

}  // namespace warpshop::report::html
