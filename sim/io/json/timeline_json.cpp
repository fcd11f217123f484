#include "sim/io/json/timeline_json.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "sim/io/json/basis_json.hpp"
#include "sim/io/json/json_text.hpp"
#include "sim/io/json/origin_json.hpp"
#include "sim/io/json/plan_json.hpp"
#include "sim/model/task_times.hpp"

namespace warpshop::io {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<Millis>& time) {
  return time ? Json(time->count()) : Json(nullptr);
}

}  // namespace

void write_json(std::ostream& out, const Simulation& simulation) {
  const Timeline& timeline = simulation.timeline;
  Json plan = plan_json(simulation.policy, simulation.plan, simulation.task_names, simulation.fleet);
  if (simulation.order_given) {
    plan["order_given"] = true;
  }
  plan["proven_optimal"] = simulation.proven_optimal;
  Json head{{"schema", "warpshop.timeline/1"},
            {"workload", {{"name", simulation.workload}, {"tasks", simulation.task_names.size()}}},
            {"device", simulation.device},
            {"engine", simulation.engine},
            {"objective", name(simulation.objective)},
            {"plan", std::move(plan)},
            {"lower_bound_ms", simulation.lower_bound.count()},
            {"predicted_ms", simulation.predicted.count()},
            {"cost_ms", simulation.cost.count()},
            {"makespan_ms", timeline.makespan.count()}};
  const auto times = task_times(simulation.releases, simulation.due, timeline, simulation.task_names.size());
  const std::size_t due = due_tasks(simulation.due);
  head["due_tasks"] = due;
  head["late_tasks"] = due > 0 ? Json(late_tasks(times)) : Json(nullptr);
  add_basis(head, simulation.basis);
  add_origin(head, simulation.origin);
  if (simulation.planning) {
    head["planning_us"] = simulation.planning->count();
  }
  std::string opened = json_text(head);
  opened.pop_back();
  out << opened << ",\"intervals\":[";
  const char* separator = "\n";
  for (const Interval& interval : timeline.intervals) {
    Json row{{"task", simulation.task_names[interval.task]}, {"position", interval.task}};
    if (!simulation.fleet.empty()) {
      row["device"] = simulation.fleet[interval.device];
    }
    row["stage"] = name(interval.stage);
    row["engine"] = engine_name(interval.stage, timeline.dma_engines_of(interval.device));
    row["start_ms"] = interval.start.count();
    row["end_ms"] = interval.end.count();
    out << separator << json_text(row);
    separator = ",\n";
  }
  out << "\n],\"task_times\":[";
  separator = "\n";
  for (std::size_t task = 0; task < times.size(); ++task) {
    const Json row{{"task", simulation.task_names[task]},
                   {"position", task},
                   {"release_ms", times[task].release.count()},
                   {"due_ms", number_or_null(times[task].due)},
                   {"completion_ms", times[task].completion.count()},
                   {"slack_ms", number_or_null(times[task].slack())}};
    out << separator << json_text(row);
    separator = ",\n";
  }
  out << "\n]}\n";
}

}  // namespace warpshop::io
