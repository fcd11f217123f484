#include "sim/report/timeline_table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "sim/model/engine_times.hpp"
#include "sim/model/plan_text.hpp"
#include "sim/model/task_times.hpp"
#include "sim/report/assumed_costs_text.hpp"
#include "sim/report/basis_text.hpp"
#include "sim/report/gantt.hpp"
#include "sim/report/objective_text.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/proven_lines.hpp"
#include "sim/report/recorded_text.hpp"
#include "sim/report/settings_table.hpp"
#include "sim/report/shown_rows.hpp"
#include "sim/report/task_times_table.hpp"
#include "sim/report/text_table.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

double percent_of(Millis makespan, Millis busy) {
  return makespan > Millis{0} ? busy / makespan * 100 : 0;
}

}  // namespace

void print(std::ostream& out, const format::Table& style, const Simulation& simulation) {
  const Timeline& timeline = simulation.timeline;
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
    fmt::print(out, "planned in {:.1f} us\n", simulation.planning->count());
  }
  out << wrapped_lines(basis_lines(simulation.basis) + assumed_costs_line(simulation.assumed_costs), style.width, 2);
  const bool several = !simulation.fleet.empty();
  const std::vector<EngineTimes> times = engine_times(timeline);
  for (std::size_t device = 0; device < times.size(); ++device) {
    const auto percent = [&](Stage stage) { return percent_of(timeline.makespan, times[device].busy[index(stage)]); };
    fmt::print(out, "{}busy: h2d {:.1f} %, kernel {:.1f} %, d2h {:.1f} %\n",
               several ? simulation.fleet[device] + " " : "", percent(Stage::h2d), percent(Stage::kernel),
               percent(Stage::d2h));
  }
  out << '\n';
  if (style.charts) {
    const GanttPanel panel{
        .title = "", .timeline = timeline, .task_names = simulation.task_names, .devices = simulation.fleet};
    out << gantt(std::span(&panel, 1), gantt_style(style)) << '\n';
  }
  TextTable table;
  table.column("task", Align::left, {.wraps = true, .names = true});
  if (several) {
    table.column("device", Align::left, {.wraps = true, .names = true});
  }
  table.column("stage", Align::left);
  table.column("engine", Align::left, {.drop = 1});
  table.column("start ms", Align::right);
  table.column("end ms", Align::right);
  for (std::size_t i = 0; i < shown_rows(timeline.intervals.size()); ++i) {
    const Interval& interval = timeline.intervals[i];
    std::vector<std::string> cells{simulation.task_names[interval.task]};
    if (several) {
      cells.push_back(simulation.fleet[interval.device]);
    }
    cells.insert(cells.end(),
                 {std::string(name(interval.stage)),
                  std::string(engine_name(interval.stage, timeline.dma_engines_of(interval.device))),
                  fmt::format("{:.3f}", interval.start.count()), fmt::format("{:.3f}", interval.end.count())});
    table.row(std::move(cells));
  }
  out << table.text(style);
  tell_rows_left_out(out, timeline.intervals.size());
  settings_table(out, simulation, style);
  if (!simulation.releases.empty() || !simulation.due.empty()) {
    out << '\n';
    task_times_table(out, simulation, style);
  }
  if (!simulation.jobs.empty()) {
    out << '\n';
    job_times_table(out, simulation, style);
  }
}

}  // namespace warpshop::report
