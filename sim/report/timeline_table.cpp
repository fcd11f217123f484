#include "sim/report/timeline_table.hpp"

#include <cstddef>
#include <utility>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "sim/report/objective_text.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/shown_rows.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {
namespace {

/// Share of the makespan during which the engine of a stage serves that stage.
double busy_percent(const Timeline& timeline, std::size_t device, Stage stage) {
  Millis busy{0};
  for (const Interval& interval : timeline.intervals) {
    if (interval.stage == stage && interval.device == device) {
      busy += interval.end - interval.start;
    }
  }
  return timeline.makespan > Millis{0} ? busy / timeline.makespan * 100 : 0;
}

}  // namespace

void table(std::ostream& out, const Simulation& simulation) {
  const Timeline& timeline = simulation.timeline;
  const bool plain = simulation.objective == Objective::makespan;
  fmt::print(out, "{} on {}, engine {}, policy {}{}: {} {:.3f} ms (predicted {:.3f}, no plan is below {:.3f}){}\n",
             simulation.workload, simulation.device, simulation.engine,
             policy_text(simulation.policy, simulation.seeks_optimum, simulation.proven_optimal),
             simulation.order_given ? ", order of submission given" : "", objective_text(simulation.objective),
             simulation.cost.count(), simulation.predicted.count(), simulation.lower_bound.count(),
             plain ? "" : fmt::format(", makespan {:.3f} ms", timeline.makespan.count()));
  fmt::print(out, "order {}\n{}", order_text(simulation.plan, simulation.task_names, simulation.fleet),
             gates_line(simulation.plan, simulation.task_names));
  if (simulation.planning) {
    fmt::print(out, "planned in {:.1f} us\n", simulation.planning->count());
  }
  const bool several = !simulation.fleet.empty();
  for (std::size_t device = 0; device < timeline.devices(); ++device) {
    fmt::print(out, "{}busy: h2d {:.1f} %, kernel {:.1f} %, d2h {:.1f} %\n",
               several ? simulation.fleet[device] + " " : "", busy_percent(timeline, device, Stage::h2d),
               busy_percent(timeline, device, Stage::kernel), busy_percent(timeline, device, Stage::d2h));
  }
  out << '\n';
  TextTable table;
  table.column("task", Align::left);
  if (several) {
    table.column("device", Align::left);
  }
  table.column("stage", Align::left);
  table.column("engine", Align::left);
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
  out << table.text(false);
  tell_rows_left_out(out, timeline.intervals.size());
}

void csv(std::ostream& out, const Simulation& simulation) {
  const std::string planning = simulation.planning ? fmt::format(",{}", simulation.planning->count()) : "";
  const bool several = !simulation.fleet.empty();
  fmt::print(out, "task,position,{}stage,engine,start_ms,end_ms{}\n", several ? "device," : "",
             simulation.planning ? ",planning_us" : "");
  for (const Interval& interval : simulation.timeline.intervals) {
    fmt::print(out, "{},{},{}{},{},{},{}{}\n", csv_field(simulation.task_names[interval.task]), interval.task,
               several ? simulation.fleet[interval.device] + "," : "", name(interval.stage),
               engine_name(interval.stage, simulation.timeline.dma_engines_of(interval.device)), interval.start.count(),
               interval.end.count(), planning);
  }
}

}  // namespace warpshop::report
