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
#include "sim/report/html/gantt.hpp"
#include "sim/report/html/markup.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/html/task_kinds.hpp"
#include "sim/report/shown_rows.hpp"

namespace warpshop::report::html {
namespace {

constexpr double kSmWidth = 1120;
constexpr double kSmLeft = 84;
constexpr double kSmRight = kSmWidth - 78;
constexpr double kSmTop = 28;
constexpr double kSmBottom = 148;
constexpr std::size_t kMostSteps = 1200;  // of a curve: about one a pixel

/// A figure from some time on, for each of what is drawn.
struct Step {
  Millis from{0};
  std::vector<double> values;
};

/// At most kMostSteps of them: of more, averages over as many equal parts of the time.
std::vector<Step> fewer_steps(std::vector<Step> steps, Millis until) {
  if (steps.size() <= kMostSteps || !(until > Millis{0})) {
    return steps;
  }
  std::vector<Step> fewer(kMostSteps);
  const Millis part = until / static_cast<double>(kMostSteps);
  std::size_t next = 0;
  std::vector<double> now(steps.front().values.size(), 0);
  for (std::size_t i = 0; i < kMostSteps; ++i) {
    Step& mean = fewer[i];
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

/// SMs that any kernel is ever on.
std::uint32_t sms_in_use(const Timeline& timeline) {
  std::uint32_t sms = 1;
  for (const Residency& held : timeline.residencies) {
    sms = std::max(sms, held.first_sm + held.sms);
  }
  return sms;
}

/// CTAs an SM, by kind.
std::vector<Step> ctas_by_kind(const TimelineRows& drawing, const TaskKinds& kinds, std::uint32_t sms) {
  std::vector<Step> steps;
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
std::string band(const std::vector<Step>& steps, const std::vector<double>& below, const std::vector<double>& above,
                 const SmAxes& axes, Millis until) {
  std::string there;
  std::string back;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double from = axes.at(steps[i].from);
    const double to = axes.at(i + 1 < steps.size() ? steps[i + 1].from : until);
    there += fmt::format("{}{} {}H{}", i == 0 ? "M" : "L", coordinate(from), coordinate(axes.height.at(above[i])),
                         coordinate(to));
    back = fmt::format("L{} {}H{}", coordinate(to), coordinate(axes.height.at(below[i])), coordinate(from)) + back;
  }
  return there + back + "Z";
}

void draw_sm_axes(Svg& svg, const SmAxes& axes, std::string_view name, bool percent) {
  svg.open_group("z");
  draw_bottom_axis(svg, axes.time, ticks_of(axes.time, 10), kSmTop, kSmBottom, axes.unit.name);
  svg.close_group();
  std::vector<Tick> ticks = ticks_of(axes.height, 4);
  for (Tick& tick : ticks) {
    tick.text += percent ? " %" : "";
  }
  draw_left_axis(svg, axes.height, ticks, kSmLeft, kSmRight, name);
}

std::string occupancy_chart(const Simulation& simulation, const TimelineRows& drawing, Millis until) {
  TaskKinds kinds = task_kinds(drawing.task_names);
  join_last_kinds(kinds);
  const std::uint32_t sms = sms_in_use(simulation.timeline);
  const std::vector<Step> exact = ctas_by_kind(drawing, kinds, sms);
  const std::vector<Step> steps = fewer_steps(exact, until);
  double most = 1;
  for (const Step& step : steps) {
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
  draw_sm_axes(svg, axes, "CTAs an SM", false);
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
  std::vector<Step> steps;
  double most = 1;
  for (const ResourceLoad& load : simulation.loads) {
    Step& step = steps.emplace_back(Step{.from = load.from, .values = {}});
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
  draw_sm_axes(svg, axes, "busy", true);
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
