#include "sim/report/html/sm_chart.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/model/resource_load.hpp"
#include "sim/report/html/axis.hpp"
#include "sim/report/html/data_table.hpp"
#include "sim/report/html/gantt_chart.hpp"
#include "sim/report/html/markup.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/html/task_kinds.hpp"
#include "sim/report/html/time_steps.hpp"
#include "sim/report/shown_rows.hpp"

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

struct SmAxes {
  TimeUnit unit;
  Axis time;
  Axis height;

  double at(Millis moment) const { return time.at(moment.count() * unit.per_milli); }
};

SmAxes sm_axes(Millis until, double most) {
  const TimeUnit unit = unit_for(until);
  return {.unit = unit,
          .time = {.low = 0,
                   .high = until > Millis{0} ? until.count() * unit.per_milli : 1,
                   .from = kSmLeft,
                   .to = kSmRight},
          .height = axis_over(0, most, kSmBottom, kSmTop)};
}

/// The outline of steps from `below` to `above`, one a step.
std::string band(const std::vector<TimeStep>& steps, const std::vector<double>& below, const std::vector<double>& above,
                 const SmAxes& axes, Millis until) {
  const auto end_of = [&](std::size_t i) { return axes.at(i + 1 < steps.size() ? steps[i + 1].from : until); };
  std::string outline;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    outline += fmt::format("{}{} {}H{}", i == 0 ? "M" : "L", coordinate(axes.at(steps[i].from)),
                           coordinate(axes.height.at(above[i])), coordinate(end_of(i)));
  }
  for (std::size_t i = steps.size(); i-- > 0;) {
    outline += fmt::format("L{} {}H{}", coordinate(end_of(i)), coordinate(axes.height.at(below[i])),
                           coordinate(axes.at(steps[i].from)));
  }
  return outline + "Z";
}

void draw_sm_times(Svg& svg, const SmAxes& axes) {
  svg.open_group("z");
  draw_bottom_axis(svg, axes.time, ticks_of(axes.time, 10), kSmTop, kSmBottom, axes.unit.name);
  svg.close_group();
}

/// Over what is drawn, which goes below it where it is zoomed into.
void draw_sm_heights(Svg& svg, const SmAxes& axes, std::string_view name, std::string_view unit) {
  std::vector<Tick> ticks = ticks_of(axes.height, 4);
  for (Tick& tick : ticks) {
    tick.text += unit;
  }
  svg.open_group("names");
  svg.rect("plate", 0, 0, kSmLeft - 6, kSmBottom + 40);
  draw_left_axis(svg, axes.height, ticks, kSmLeft, kSmRight, name);
  svg.close_group();
}

std::string occupancy_chart(const Simulation& simulation, const TimelineRows& drawing, Millis until) {
  TaskKinds kinds = task_kinds(drawing.task_names);
  join_last_kinds(kinds);
  const std::uint32_t sms = sms_in_use(simulation.timeline);
  const std::vector<TimeStep> exact = ctas_by_kind(drawing, kinds, sms);
  const std::vector<TimeStep> steps = fewer_steps(exact, until);
  double most = 1;
  for (const TimeStep& step : steps) {
    double sum = 0;
    for (const double value : step.values) {
      sum += value;
    }
    most = std::max(most, sum);
  }
  const SmAxes axes = sm_axes(until, most);
  const std::string caption = "CTAs an SM holds";
  Svg svg("wide", kSmWidth, kSmBottom + 40, caption + ", by task, over time");
  svg.zoomable(kSmLeft);
  draw_sm_times(svg, axes);
  svg.open_group("z");
  Legend legend;
  std::vector<double> below(steps.size(), 0);
  for (std::size_t kind = 0; kind < kinds.names.size(); ++kind) {
    std::vector<double> above = below;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      above[i] += steps[i].values[kind];
    }
    if (above != below) {
      svg.path(kind_colour(kind), band(steps, below, above, axes, until), kinds.names[kind]);
      legend.add(kind_colour(kind), kinds.names[kind]);
    }
    below = std::move(above);
  }
  svg.close_group();
  draw_sm_heights(svg, axes, "CTAs an SM", "");
  DataTable table(fmt::format("CTAs an SM holds on average over the {} that are used, from each time on", sms));
  table.column("from ms");
  for (const std::string& name : kinds.names) {
    table.column(name);
  }
  for (std::size_t i = 0; i < shown_rows(exact.size()); ++i) {
    std::vector<std::string> cells{fmt::format("{:.3f}", exact[i].from.count())};
    for (const double value : exact[i].values) {
      cells.push_back(fmt::format("{:.2f}", value));
    }
    table.row(std::move(cells));
  }
  if (shown_rows(exact.size()) < exact.size()) {
    table.note(fmt::format("… {} more changes", exact.size() - shown_rows(exact.size())));
  }
  return figure(caption, fmt::format("on average over the {} SMs in use, by task, on top of each other", sms),
                svg.markup(), legend.markup(), table.markup());
}

std::string load_chart(const Simulation& simulation, Millis until) {
  constexpr std::array<std::string_view, kSharedResources> kTitles{"issue slots", "DRAM", "L1 and shared memory"};
  constexpr std::array<std::string_view, kSharedResources> kLines{"line k0", "line k1 dash1", "line k2 dash2"};
  std::vector<TimeStep> steps;
  double most = 1;
  for (const ResourceLoad& load : simulation.loads) {
    TimeStep& step = steps.emplace_back(TimeStep{.from = load.from, .values = {}});
    for (const double busy : load.busy) {
      step.values.push_back(busy * 100);
      most = std::max(most, busy * 100);
    }
  }
  steps = fewer_steps(std::move(steps), until);
  const SmAxes axes = sm_axes(until, most);
  const std::string caption = "How busy kernels keep what they share";
  Svg svg("wide", kSmWidth, kSmBottom + 40, caption);
  svg.zoomable(kSmLeft);
  draw_sm_times(svg, axes);
  svg.open_group("z");
  Legend legend;
  for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
    std::string commands;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      commands += fmt::format("{}{} {}H{}", i == 0 ? "M" : "L", coordinate(axes.at(steps[i].from)),
                              coordinate(axes.height.at(steps[i].values[resource])),
                              coordinate(axes.at(i + 1 < steps.size() ? steps[i + 1].from : until)));
    }
    svg.path(kLines[resource], commands, kTitles[resource]);
    legend.add_line(kLines[resource], kTitles[resource]);
  }
  svg.close_group();
  draw_sm_heights(svg, axes, "busy", " %");
  DataTable table("busy on average over the plan, in per cent");
  table.column("resource", Align::left);
  table.column("busy");
  if (simulation.timeline.makespan > Millis{0}) {
    const auto mean = mean_load(simulation.loads, simulation.timeline.makespan);
    for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
      table.row({std::string{kTitles[resource]}, fmt::format("{:.1f} %", mean[resource] * 100)});
    }
  }
  return figure(caption, "over all SMs", svg.markup(), legend.markup(), table.markup());
}

}  // namespace

std::string sm_charts(const Simulation& simulation, const TimelineRows& drawing, Millis until) {
  if (drawing.counts.empty()) {
    return "";
  }
  return occupancy_chart(simulation, drawing, until) + (simulation.loads.empty() ? "" : load_chart(simulation, until));
}

}  // namespace warpshop::report::html
