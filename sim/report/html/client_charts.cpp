#include "sim/report/html/client_charts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "sim/model/quantity.hpp"
#include "sim/report/client_table.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/html/data_table.hpp"
#include "sim/report/html/gantt_chart.hpp"
#include "sim/report/html/line_chart.hpp"
#include "sim/report/html/sm_chart.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/timeline_drawing.hpp"

namespace warpshop::report::html {
namespace {

/// Of a chart, without that of the GPU to itself: so many are told apart.
constexpr std::size_t kMostCurves = 7;

/// Where a quantile stands: the rarer what is beyond it, the further right.
double place_of(double part) {
  return 1 / (1 - part);
}

std::optional<Curve> curve_of(const std::string& name, const ClientFigures& client) {
  if (!client.latency || client.latency->curve.empty()) {
    return std::nullopt;
  }
  Curve curve{.name = name, .points = {}};
  for (const LatencyQuantile& point : client.latency->curve) {
    const double latency = point.latency.count();
    curve.points.push_back({.x = place_of(point.part), .y = latency, .low = latency, .high = latency});
  }
  return curve;
}

/// What the points of a curve stand for; every curve has the first ones.
std::vector<std::string> level_texts() {
  std::vector<std::string> texts;
  texts.reserve(kCurveLevels.size());
  for (const double level : kCurveLevels) {
    texts.push_back(fmt::format("{:.6g} %", level * 100));
  }
  return texts;
}

void add_goal(LineChart& chart, const Client& client) {
  const auto* goal = client.goal ? std::get_if<LatencyGoal>(&*client.goal) : nullptr;
  if (goal != nullptr) {
    chart.levels.push_back({.y = goal->latency.count(),
                            .text = fmt::format("goal: {}", quantity_text(goal->latency.count(), kTimeUnits[4]))});
    chart.marks.push_back({.x = place_of(goal->quantile), .text = fmt::format("{:.6g} %", goal->quantile * 100)});
  }
}

std::string latency_chart(const ClientComparison& comparison, std::size_t client) {
  const std::size_t shown = std::min(comparison.results.size(), kMostCurves);
  LineChart chart{
      .caption = fmt::format("{}: how long its requests take", comparison.clients[client].name),
      .more = comparison.results.size() > shown
                  ? fmt::format("the first {} of {} ways of sharing, and alone", shown, comparison.results.size())
                  : "under each way of sharing, and alone",
      .x_name = "of the requests are answered within that",
      .y_name = "ms",
      .curves = {},
      .x_texts = level_texts(),
      .x_ticks = {},
      .log_y = true};
  for (std::size_t i = 0; i < shown; ++i) {
    const ClientsResult& result = comparison.results[i];
    if (auto curve = curve_of(result.policy, result.figures.clients[client])) {
      chart.curves.push_back(std::move(*curve));
    }
  }
  if (auto curve = curve_of("alone", comparison.alone[client])) {
    chart.curves.push_back(std::move(*curve));
  }
  if (chart.curves.empty()) {
    return "";
  }
  for (const double level : {0.05, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9999}) {
    chart.x_ticks.push_back({.x = place_of(level), .text = fmt::format("{:.6g} %", level * 100)});
  }
  add_goal(chart, comparison.clients[client]);
  return line_chart(chart);
}

/// How much of what it may take, or is to get, a client with a goal reaches; nothing: too few requests are answered.
std::optional<double> of_goal(const ClientFigures& client) {
  if (const auto* latency = std::get_if<LatencyGoal>(&*client.goal)) {
    return client.reached ? std::optional(client.reached->high.value_or(client.reached->value) / latency->latency)
                          : std::nullopt;
  }
  if (const auto* rate = std::get_if<RateGoal>(&*client.goal)) {
    return client.rate.value / rate->rate.value;
  }
  return client.of_alone.value_or(0) / std::get<SpeedGoal>(*client.goal).part;
}

/// A bar from 0 on, and a line where the goal is.
std::string goal_bar(const std::string& policy, const ClientFigures& client) {
  constexpr double kBarWidth = 150;
  constexpr double kBarHeight = 18;
  constexpr double kGoalAt = 90;
  const std::optional<double> part = of_goal(client);
  const double width = std::clamp(part.value_or(kBarWidth) * kGoalAt, 0.0, kBarWidth - 2);
  const bool of_latency = std::holds_alternative<LatencyGoal>(*client.goal);
  const std::string reached =
      part ? fmt::format("{:.0f} % of {}", *part * 100, of_latency ? "what it may take" : "what it is to get")
           : "too few requests are answered";
  Svg svg("gap", kBarWidth, kBarHeight,
          fmt::format("{} under {}: {}, {}", client.name, policy, warpshop::name(client.verdict), reached));
  svg.rect(client.goal_kept()                  ? "accent"
           : client.verdict == Verdict::missed ? "bad"
                                               : "plain",
           0, 4, width, kBarHeight - 8);
  svg.line("ends", kGoalAt, 0, kGoalAt, kBarHeight);
  std::string markup = svg.markup();
  return markup.replace(markup.find("class="), 0, fmt::format(R"(width="{}" height="{}" )", kBarWidth, kBarHeight));
}

}  // namespace

std::string window_text(const TimeWindow& time) {
  return fmt::format("{} … {}", quantity_text(time.from.count(), unit_of(time.from)),
                     quantity_text(time.until.count(), unit_of(time.until)));
}

std::string latency_charts(const ClientComparison& comparison) {
  std::string text;
  for (std::size_t client = 0; client < comparison.clients.size(); ++client) {
    text += latency_chart(comparison, client);
  }
  return text;
}

std::string goals_table(const ClientComparison& comparison) {
  std::vector<std::string> bars;
  for (const ClientsResult& result : comparison.results) {
    for (const ClientFigures& client : result.figures.clients) {
      bars.push_back(client.goal ? goal_bar(result.policy, client) : "");
    }
  }
  TextTable table = client_table(comparison);
  const bool any_goal = std::any_of(bars.begin(), bars.end(), [](const std::string& bar) { return !bar.empty(); });
  if (any_goal) {
    add_column(table, {.title = "beside its goal", .align = Align::left, .markup = true},
               [&](std::size_t row) { return bars[row]; });
  }
  return data_table(fmt::format("What each client gets{}", any_goal ? "; the line across a bar is its goal" : ""),
                    table);
}

std::string window_charts(const ClientsResult& result, std::span<const Client> clients) {
  const DrawnWindow window = drawn_window(*result.window, clients);
  const std::string time = window_text(result.window->time);
  const std::vector<TimelineRows> drawings =
      drawn(NamedTimeline{.name = result.policy, .timeline = window.timeline, .task_names = window.task_names});
  return gantt(drawings.front(), {.caption = fmt::format("{}: {}", result.policy, time),
                                  .more = fmt::format("{}; times count from the start of this stretch",
                                                      number_of(result.window->requests.size(), "request")),
                                  .until = window.timeline.makespan,
                                  .goes_on = true}) +
         held_ctas_chart(drawings.front(), window.timeline.makespan);
}

}  // namespace warpshop::report::html
