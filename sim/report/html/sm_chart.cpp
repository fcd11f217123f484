#include "sim/report/html/sm_chart.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/model/simulation.hpp"
#include "sim/report/gantt_axis.hpp"
#include "sim/report/html/data_table.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/html/task_kinds.hpp"
#include "sim/report/shown_table.hpp"

namespace warpshop::report::html {
namespace {

constexpr double kSmWidth = 1120;
constexpr double kSmLeft = 84;
constexpr double kSmRight = kSmWidth - 96;
constexpr double kSmTop = 28;
constexpr double kSmBottom = 148;

/// SMs that any kernel is ever on.
std::uint32_t sms_in_use(const Timeline& timeline) {
  std::uint32_t sms = 1;
  for (const Residency& held : timeline.residencies) {
    sms = std::max(sms, held.first_sm + held.sms);
  }
  return sms;
}

/// Figures from some time on, one for each of what is drawn.
struct TimeStep {
  Millis from{0};
  std::vector<double> values;
};

/// Of a curve: about one a pixel.
constexpr std::size_t kMostSteps = 1200;

/// At most kMostSteps of them: of more, averages over as many equal parts of the time from 0 to `until`. By time.
std::vector<TimeStep> fewer_steps(std::vector<TimeStep> steps, Millis until) {
  if (steps.size() <= kMostSteps || !(until > Millis{0})) {
    return steps;
  }
  std::vector<TimeStep> fewer(kMostSteps);
  const Millis part = until / static_cast<double>(kMostSteps);
  std::size_t next = 0;
  std::vector<double> now(steps.front().values.size(), 0);
  for (std::size_t i = 0; i < kMostSteps; ++i) {
    TimeStep& mean = fewer[i];
    mean.from = part * static_cast<double>(i);
    mean.values.assign(now.size(), 0);
    const Millis end = part * static_cast<double>(i + 1);
    for (Millis time = mean.from; time < end;) {
      while (next < steps.size() && steps[next].from <= time) {
        now = steps[next++].values;
      }
      const Millis change = next < steps.size() ? std::min(end, steps[next].from) : end;
      for (std::size_t value = 0; value < now.size(); ++value) {
        mean.values[value] += now[value] * ((change - time) / part);
      }
      time = change;
    }
  }
  return fewer;
}

/// CTAs an SM, by kind.
std::vector<TimeStep> ctas_by_kind(const TimelineRows& drawing, const TaskKinds& kinds, std::uint32_t sms) {
  std::vector<TimeStep> steps;
  std::vector<std::int64_t> held(kinds.names.size(), 0);
  std::map<std::uint32_t, std::int64_t> of_task;
  for (const TimelineCount& count : drawing.counts) {
    std::int64_t& before = of_task[count.task];
    held[kinds.of_task[count.task]] += count.ctas - before;
    before = count.ctas;
    if (steps.empty() || steps.back().from < count.time) {
      steps.push_back({count.time, std::vector<double>(held.size(), 0)});
    }
    for (std::size_t kind = 0; kind < held.size(); ++kind) {
      steps.back().values[kind] = static_cast<double>(held[kind]) / sms;
    }
  }
  return steps;
}

/// Kinds with the last colour and beyond become one, so that there are never more than colours.
void join_last_kinds(TaskKinds& kinds) {
  if (kinds.names.size() <= kKindColours) {
    return;
  }
  constexpr auto kLast = static_cast<std::uint32_t>(kKindColours - 1);
  for (std::uint32_t& kind : kinds.of_task) {
    kind = std::min(kind, kLast);
  }
  kinds.names.resize(kKindColours);
  kinds.names.back() = "all others";
}

/// A chart of what holds from one time to the next.
struct StepChart {
  std::string caption;
  std::string title;  ///< for screen readers
  std::string more;
  std::string_view axis;  ///< what the heights are
  std::string_view unit;  ///< behind numbers there
  double most = 1;        ///< of the heights
  Millis until{0};
};

/// Where its times and heights stand.
struct StepAxes {
  Millis until;
  TimeUnit unit;
  Axis time, height;

  std::string x(const std::vector<TimeStep>& steps, std::size_t i) const {
    const Millis moment = i < steps.size() ? steps[i].from : until;
    return coordinate(time.at(moment.count() * unit.per_milli));
  }
  std::string y(double value) const { return coordinate(height.at(value)); }

  /// A line from step to step, each with its height.
  std::string line(const std::vector<TimeStep>& steps, const std::vector<double>& heights) const {
    std::string commands;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      commands += fmt::format("{}{} {}H{}", i == 0 ? "M" : "L", x(steps, i), y(heights[i]), x(steps, i + 1));
    }
    return commands;
  }
  /// What is between two of them.
  std::string band(const std::vector<TimeStep>& steps, const std::vector<double>& below,
                   const std::vector<double>& above) const {
    std::string commands = line(steps, above);
    for (std::size_t i = steps.size(); i-- > 0;) {
      commands += fmt::format("L{} {}H{}", x(steps, i + 1), y(below[i]), x(steps, i));
    }
    return commands + "Z";
  }
};

/// draw(svg, axes, legend): what is on the axes. data: its figures as a table.
template <class Draw>
std::string step_chart(const StepChart& chart, const std::string& data, const Draw& draw) {
  const TimeUnit unit = unit_for(chart.until);
  const StepAxes axes{.until = chart.until,
                      .unit = unit,
                      .time = {.low = 0,
                               .high = chart.until > Millis{0} ? chart.until.count() * unit.per_milli : 1,
                               .from = kSmLeft,
                               .to = kSmRight},
                      .height = axis_over(0, chart.most, kSmBottom, kSmTop)};
  Svg svg("wide", kSmWidth, kSmBottom + 40, chart.title);
  svg.zoomable(kSmLeft);
  svg.open_group("z");
  draw_bottom_axis(svg, axes.time, ticks_of(axes.time, 10), kSmTop, kSmBottom, unit.name);
  svg.close_group();
  svg.open_group("z");
  Legend legend;
  draw(svg, axes, legend);
  svg.close_group();
  std::vector<Tick> ticks = ticks_of(axes.height, 4);
  for (Tick& tick : ticks) {
    tick.text += chart.unit;
  }
  svg.open_group("names");  // over what is drawn, which goes below it where it is zoomed into
  svg.rect("plate", 0, 0, kSmLeft - 6, kSmBottom + 40);
  draw_left_axis(svg, axes.height, ticks, kSmLeft, kSmRight, chart.axis);
  svg.close_group();
  return figure(chart.caption, chart.more, svg.markup(), legend.markup(), data);
}

std::string occupancy_table(const std::vector<TimeStep>& steps, const TaskKinds& kinds, std::uint32_t sms) {
  TextTable table{.columns = {{"from ms"}}};
  for (const std::string& name : kinds.names) {
    table.column(name);
  }
  for (std::size_t i = 0; i < shown_rows(steps.size()); ++i) {
    std::vector<std::string> cells{fmt::format("{:.3f}", steps[i].from.count())};
    for (const double value : steps[i].values) {
      cells.push_back(fmt::format("{:.2f}", value));
    }
    table.row(std::move(cells));
  }
  const std::size_t more = steps.size() - table.rows();
  return data_table(fmt::format("CTAs an SM holds on average over the {} that are used, from each time on", sms), table,
                    more > 0 ? fmt::format("… {} more changes", more) : "");
}

std::string occupancy_chart(const TimelineRows& drawing, Millis until) {
  TaskKinds kinds = task_kinds(drawing.task_names);
  join_last_kinds(kinds);
  const std::uint32_t sms = sms_in_use(*drawing.timeline);
  const std::vector<TimeStep> exact = ctas_by_kind(drawing, kinds, sms);
  const std::vector<TimeStep> steps = fewer_steps(exact, until);
  StepChart chart{.caption = "CTAs an SM holds",
                  .title = "CTAs an SM holds, by task, over time",
                  .more = fmt::format("on average over the {} SMs in use, by task, on top of each other", sms),
                  .axis = "CTAs an SM",
                  .until = until};
  for (const TimeStep& step : steps) {
    chart.most = std::max(chart.most, std::accumulate(step.values.begin(), step.values.end(), 0.0));
  }
  return step_chart(chart, occupancy_table(exact, kinds, sms), [&](Svg& svg, const StepAxes& axes, Legend& legend) {
    std::vector<double> below(steps.size(), 0);
    for (std::size_t kind = 0; kind < kinds.names.size(); ++kind) {
      std::vector<double> above = below;
      for (std::size_t i = 0; i < steps.size(); ++i) {
        above[i] += steps[i].values[kind];
      }
      if (above != below) {
        svg.path(kind_colour(kind), axes.band(steps, below, above), kinds.names[kind]);
        legend.add(kind_colour(kind), kinds.names[kind]);
      }
      below = std::move(above);
    }
  });
}

std::string load_chart(const Simulation& simulation, Millis until) {
  constexpr std::array<std::string_view, kSharedResources> kTitles{"issue slots", "DRAM", "L1 and shared memory"};
  constexpr std::array<std::string_view, kSharedResources> kLines{"line k0", "line k1 dash1", "line k2 dash2"};
  StepChart chart{.caption = "How busy kernels keep what they share",
                  .title = "How busy kernels keep what they share",
                  .more = "over all SMs",
                  .axis = "busy",
                  .unit = " %",
                  .until = until};
  std::vector<TimeStep> steps;
  for (const ResourceLoad& load : simulation.loads) {
    TimeStep& step = steps.emplace_back(TimeStep{.from = load.from, .values = {}});
    for (const double busy : load.busy) {
      step.values.push_back(busy * 100);
      chart.most = std::max(chart.most, busy * 100);
    }
  }
  steps = fewer_steps(std::move(steps), until);
  TextTable table{.columns = {{"resource", Align::left}, {"busy"}}};
  if (simulation.timeline.makespan > Millis{0}) {
    const auto mean = mean_load(simulation.loads, simulation.timeline.makespan);
    for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
      table.row({std::string{kTitles[resource]}, fmt::format("{:.1f} %", mean[resource] * 100)});
    }
  }
  return step_chart(chart, data_table("busy on average over the plan, in per cent", table),
                    [&](Svg& svg, const StepAxes& axes, Legend& legend) {
                      for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
                        std::vector<double> heights;
                        heights.reserve(steps.size());
                        for (const TimeStep& step : steps) {
                          heights.push_back(step.values[resource]);
                        }
                        svg.path(kLines[resource], axes.line(steps, heights), kTitles[resource]);
                        legend.add_line(kLines[resource], kTitles[resource]);
                      }
                    });
}

}  // namespace

std::string held_ctas_chart(const TimelineRows& drawing, Millis until) {
  return drawing.counts.empty() ? "" : occupancy_chart(drawing, until);
}

std::string sm_charts(const Simulation& simulation, const TimelineRows& drawing, Millis until) {
  if (drawing.counts.empty()) {
    return "";
  }
  return occupancy_chart(drawing, until) + (simulation.loads.empty() ? "" : load_chart(simulation, until));
}

}  // namespace warpshop::report::html
