#include "sim/io/timeline_json.hpp"

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "sim/io/plan_json.hpp"

namespace warpshop::io {
namespace {

using Json = nlohmann::ordered_json;

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
            {"plan", std::move(plan)},
            {"lower_bound_ms", simulation.lower_bound.count()},
            {"predicted_ms", simulation.predicted.count()},
            {"makespan_ms", timeline.makespan.count()}};
  if (simulation.objective != Objective::makespan) {
    head["objective"] = name(simulation.objective);
    head["cost_ms"] = simulation.cost.count();
  }
  if (simulation.planning) {
    head["planning_us"] = simulation.planning->count();
  }
  std::string opened = head.dump();
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
    out << separator << row.dump();
    separator = ",\n";
  }
  out << "\n]}\n";
}

}  // namespace warpshop::io
