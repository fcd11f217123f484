#include "sim/report/timeline_table.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/model/job_times.hpp"
#include "sim/model/plan_text.hpp"
#include "sim/model/timeline.hpp"
#include "sim/report/assumed_costs_text.hpp"
#include "sim/report/basis_text.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/gantt.hpp"
#include "sim/report/objective_text.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/proven_lines.hpp"
#include "sim/report/recorded_text.hpp"
#include "sim/report/settings_table.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/text_table.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

double percent_of(Millis makespan, Millis busy) {
  return makespan > Millis{0} ? busy / makespan * 100 : 0;
}

/// `2 of 6 late, least slack -3.000 ms (a)`; nothing where none has a due date.
std::string lateness_line(const Simulation& simulation, const std::vector<TaskTimes>& times) {
  const std::size_t due = due_tasks(simulation.due);
  if (due == 0) {
    return "";
  }
  const auto least = std::min_element(times.begin(), times.end(), [](const TaskTimes& a, const TaskTimes& b) {
    return a.due && (!b.due || clearly_less(*a.slack(), *b.slack()));
  });
  return fmt::format("{} of {} late, least slack {} ms ({})\n", late_tasks(times), due,
                     tied(*least->due, least->completion) ? "0" : rounded(least->slack()->count(), 3),
                     short_name(simulation.task_names[static_cast<std::size_t>(least - times.begin())]));
}

}  // namespace

void print(std::ostream& out, const format::Table& style, const Simulation& simulation) {
  const Timeline& timeline = simulation.timeline;
  const auto view = result::viewed(simulation);
  const result::Described described = result::kind_of(&simulation).describe(view);
  const bool plain = simulation.objective == Objective::makespan;
  const auto line = [&](const std::string& text) { out << wrapped_lines(text, style.width, 2); };
  line(fmt::format("{} on {}, engine {}, policy {}{}{}: {} {:.3f} ms (predicted {:.3f}, no plan is below {:.3f}){}",
                   short_name(simulation.workload), simulation.device, simulation.engine,
                   policy_text(simulation.policy, simulation.seeks_optimum, simulation.proven_optimal),
                   simulation.ranked > 0 ? fmt::format(", first of {}", simulation.ranked) : "",
                   simulation.order_given ? ", order of submission given" : "", objective_text(simulation.objective),
                   simulation.cost.count(), simulation.predicted.count(), simulation.lower_bound.count(),
                   plain ? "" : fmt::format(", makespan {:.3f} ms", timeline.makespan.count())));
  out << wrapped_lines(recorded_text(simulation.recorded), style.width, 2);
  line("order " + plan_text(simulation.plan, simulation.task_names, simulation.fleet));
  if (simulation.plan.share) {
    line("shares: " + share_text(*simulation.plan.share));
  }
  if (simulation.sharing) {
    line(
        fmt::format("kernels, waiting not counted: system throughput {:.3f} of one at a time, slowed down {:.2f} times "
                    "on average, fairness {:.2f}",
                    simulation.sharing->stp, simulation.sharing->antt, simulation.sharing->fairness));
  }
  if (!simulation.loads.empty() && timeline.makespan > Millis{0}) {
    const auto busy = mean_load(simulation.loads, timeline.makespan);
    line(fmt::format("busy on average: issue slots {:.1f} %, DRAM {:.1f} %, L1 and shared memory {:.1f} %",
                     busy[index(SharedResource::issue)] * 100, busy[index(SharedResource::dram)] * 100,
                     busy[index(SharedResource::l1)] * 100));
  }
  if (simulation.energy) {
    line(fmt::format("energy {:.4g} J, peak power {:.4g} W", simulation.energy->used.value,
                     simulation.energy->peak.value));
  }
  if (!simulation.plan.gates.empty()) {
    line(gates_text(simulation.plan, simulation.task_names));
  }
  if (simulation.proven_optimal) {
    out << wrapped_lines(proven_line(simulation) + '\n', style.width, 2);
  }
  if (simulation.planning) {
    out << fmt::format("planned in {:.1f} us\n", simulation.planning->count());
  }
  out << wrapped_lines(basis_lines(simulation.basis) + assumed_costs_line(simulation.assumed_costs), style.width, 2);
  const std::vector<EngineTimes> times = engine_times(timeline);
  for (std::size_t device = 0; device < times.size(); ++device) {
    const auto percent = [&](Stage stage) { return percent_of(timeline.makespan, times[device].busy[index(stage)]); };
    out << fmt::format("{}busy: h2d {:.1f} %, kernel {:.1f} %, d2h {:.1f} %\n",
                       simulation.fleet.empty() ? "" : simulation.fleet[device] + " ", percent(Stage::h2d),
                       percent(Stage::kernel), percent(Stage::d2h));
  }
  out << '\n';
  if (style.charts) {
    const GanttPanel panel{
        .title = "", .timeline = timeline, .task_names = simulation.task_names, .devices = simulation.fleet};
    out << gantt(std::span(&panel, 1), gantt_style(style)) << '\n';
  }
  out << shown_table(described, "intervals").text(style);
  if (const std::string_view heading = settings_heading(simulation); !heading.empty()) {
    out << '\n'
        << wrapped_lines(std::string(heading) + '\n', style.width, 2)
        << settings_table(simulation, described).text(style);
  }
  if (!simulation.releases.empty() || !simulation.due.empty()) {
    out << '\n'
        << wrapped_lines(lateness_line(simulation, view.times), style.width, 2)
        << shown_table(described, "task_times", simulation.plan.order).text(style);
  }
  if (!simulation.jobs.empty()) {
    out << '\n' << shown_table(described, "jobs").text(style);
  }
}

}  // namespace warpshop::report
