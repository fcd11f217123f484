#include "sim/report/html/plan_charts.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "sim/model/timeline.hpp"
#include "sim/report/html/gantt_chart.hpp"
#include "sim/report/html/sm_chart.hpp"
#include "sim/report/objective_text.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/timeline_drawing.hpp"

namespace warpshop::report::html {
namespace {

constexpr std::size_t kLongestOrder = 160;

std::string caption_of(const Simulation& simulation) {
  std::string text = fmt::format("{}{}: {}", simulation.policy, simulation.as_listed ? " (as listed)" : "",
                                 time_text(simulation.timeline.makespan));
  if (simulation.objective != Objective::makespan) {
    text += fmt::format(", {} {}", objective_text(simulation.objective), time_text(simulation.cost));
  }
  return text;
}

/// How much longer copies take than they would alone, all together.
Millis lost_by_copies(const DrawnPlan& plan) {
  Millis lost{0};
  const auto& intervals = plan.simulation.timeline.intervals;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    if (intervals[i].stage != Stage::kernel) {
      lost += intervals[i].end - intervals[i].start - plan.alone[i];
    }
  }
  return lost;
}

/// How busy the engines of a timeline are, and what copies lose by each other: a sentence or two.
std::string busy_text(const DrawnPlan& plan) {
  const Timeline& timeline = plan.simulation.timeline;
  if (!(timeline.makespan > Millis{0})) {
    return "Nothing takes any time.";
  }
  std::array<double, 3> busy{};
  double overlapped = 0;
  const std::vector<EngineTimes> times = engine_times(timeline);
  for (const EngineTimes& device : times) {
    for (std::size_t stage = 0; stage < busy.size(); ++stage) {
      busy[stage] += device.busy[stage] / timeline.makespan / static_cast<double>(times.size());
    }
    overlapped += device.overlapped / timeline.makespan / static_cast<double>(times.size());
  }
  std::string text = fmt::format(
      "Copies in are under way {:.0f} % of the time, kernels {:.0f} %, copies out {:.0f} %; two or three at once "
      "{:.0f} "
      "%.",
      busy[0] * 100, busy[1] * 100, busy[2] * 100, overlapped * 100);
  if (const Millis lost = lost_by_copies(plan); lost > 1e-6 * timeline.makespan) {
    text += fmt::format(" Copies take {} longer in all than each would alone.", time_text(lost));
  }
  return text;
}

}  // namespace

std::string plan_charts(std::span<const DrawnPlan> plans, std::optional<Millis> bound) {
  Millis until{0};
  for (const DrawnPlan& plan : plans) {
    until = std::max(until, plan.simulation.timeline.makespan);
  }
  std::string text;
  for (const DrawnPlan& plan : plans) {
    const Simulation& simulation = plan.simulation;
    const std::vector<TimelineRows> drawings = drawn(simulation);
    text += gantt(drawings.front(),
                  {.caption = caption_of(simulation),
                   .more = order_text(simulation.plan, simulation.task_names, simulation.fleet, kLongestOrder),
                   .until = until,
                   .bound = bound,
                   .alone = plan.alone,
                   .note = busy_text(plan),
                   .devices = simulation.fleet});
    text += sm_charts(simulation, drawings.front(), until);
  }
  return text;
}

std::string timelines(const std::vector<TimelineRows>& drawings, const std::string& more,
                      std::span<const Millis> alone) {
  Millis until{0};
  for (const TimelineRows& drawing : drawings) {
    until = std::max(until, drawing.timeline->makespan);
  }
  std::string text;
  for (const TimelineRows& drawing : drawings) {
    text += gantt(drawing,
                  {.caption = fmt::format("{}: {}", drawing.panels.front().name, time_text(drawing.timeline->makespan)),
                   .more = &drawing == &drawings.back() ? more : "",
                   .until = until,
                   .alone = alone});
  }
  return text;
}

}  // namespace warpshop::report::html
