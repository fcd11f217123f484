#include <cstddef>
#include <utility>

#include "sim/io/json/json_parts.hpp"
#include "sim/io/json/results_json.hpp"
#include "sim/model/task_times.hpp"

namespace warpshop::io {
namespace {

Json distribution_json(const CostDistribution& costs) {
  return {{"orders", costs.orders},     {"minimum_ms", costs.minimum}, {"lower_quartile_ms", costs.lower_quartile},
          {"median_ms", costs.median},  {"mean_ms", costs.mean},       {"upper_quartile_ms", costs.upper_quartile},
          {"maximum_ms", costs.maximum}};
}

Json sharing_json(const SharingMetrics& metrics) {
  return {{"stp", metrics.stp}, {"antt", metrics.antt}, {"fairness", metrics.fairness}};
}

/// What is known of how a plan went beside its times.
void add_figures(Json& json, const std::optional<SharingMetrics>& sharing, const std::optional<Energy>& energy,
                 const std::optional<AssumedCosts>& assumed) {
  if (sharing) {
    json["sharing"] = sharing_json(*sharing);
  }
  if (energy) {
    json["energy_j"] = energy->used.value;
    json["peak_power_w"] = energy->peak.value;
  }
  if (assumed) {
    json["assumed_costs"] = {{"context_switch_ms", assumed->value},
                             {"context_switch_range_ms", {assumed->switches.low, assumed->switches.high}},
                             {"cost_range_ms", {assumed->cost.low, assumed->cost.high}},
                             {"makespan_range_ms", {assumed->makespan.low, assumed->makespan.high}}};
  }
}

Json recorded_json(const RecordedMakespan& span) {
  Json json{{"recorded_ms", span.recorded}, {"predicted_ms", span.predicted}, {"is_close", span.is_close()}};
  if (span.steps) {
    json["step_errors"] = {{"steps", span.steps->steps}, {"median", span.steps->median}, {"worst", span.steps->worst}};
  }
  return json;
}

Json setting_json(const Simulation& simulation, const ShareSetting& setting) {
  if (setting.mps_percentage) {
    Json tasks = Json::array();
    for (const std::uint32_t task : setting.tasks) {
      tasks.push_back(simulation.task_names[task]);
    }
    return {{"tasks", tasks},
            {"positions", setting.tasks},
            {"mps_percentage", *setting.mps_percentage},
            {"sms", setting.sms}};
  }
  const std::uint32_t task = setting.tasks.front();
  Json row{{"task", simulation.task_names[task]}, {"position", task}};
  if (setting.mig_instance > 0) {
    row["mig_instance"] = setting.mig_instance;
    row["mig_profile"] = setting.mig_profile;
    return row;
  }
  row["sms"] = setting.sms;
  row["ctas_per_sm"] = setting.ctas_per_sm;
  row["with"] = setting.with ? Json(simulation.task_names[*setting.with]) : Json(nullptr);
  row["changes"] = simulation.plan.share->settable == Settable::while_running;
  return row;
}

}  // namespace

void print(std::ostream& out, const format::Json& /*format*/, const Comparison& comparison) {
  Json document{{"schema", "warpshop.compare/1"},
                {"workload", workload_json(comparison.workload, comparison.task_names)},
                {"device", comparison.device},
                {"engine", comparison.engine},
                {"objective", name(comparison.objective)},
                {"lower_bound_ms", comparison.lower_bound},
                {"due_tasks", comparison.due_tasks}};
  add_origin(document, comparison.basis, comparison.origin);
  if (comparison.recorded) {
    document["recorded"] = recorded_json(*comparison.recorded);
  }
  if (comparison.unchanged) {
    document["unchanged"] = {{"policy", comparison.unchanged->policy}, {"cost_ms", comparison.unchanged->cost}};
  }
  document["policies"] = Json::array();
  for (const PolicyResult& result : comparison.results) {
    Json row = plan_json(result.policy, result.plan, comparison.task_names, comparison.fleet);
    row["predicted_ms"] = result.predicted;
    row["makespan_ms"] = result.makespan;
    row["cost_ms"] = result.cost;
    row["late_tasks"] = comparison.due_tasks > 0 ? Json(result.late_tasks) : Json(nullptr);
    row["proven_optimal"] = result.proven_optimal;
    row["distribution"] = result.distribution ? distribution_json(*result.distribution) : Json(nullptr);
    add_figures(row, result.sharing, result.energy, result.assumed_costs);
    if (result.planning) {
      row["planning_us"] = *result.planning;
    }
    document["policies"].push_back(std::move(row));
  }
  for (const SkippedPolicy& policy : comparison.skipped) {
    document["skipped"].push_back({{"policy", policy.policy},
                                   policy.limit ? Json{"limit", *policy.limit} : Json{"reason", policy.reason},
                                   {"tasks", comparison.task_names.size()}});
  }
  for (const FailedPolicy& policy : comparison.failed) {
    document["failed"].push_back({{"policy", policy.policy}, {"reason", policy.reason}});
  }
  out << json_text(document) << '\n';
}

void print(std::ostream& out, const format::Json& /*format*/, const Simulation& simulation) {
  const Timeline& timeline = simulation.timeline;
  const auto times = task_times(simulation.releases, simulation.due, timeline, simulation.task_names.size());
  const std::size_t due = due_tasks(simulation.due);
  const Json plan = plan_json(simulation, simulation.fleet);
  Json head{{"schema", "warpshop.timeline/1"},
            {"workload", workload_json(simulation.workload, simulation.task_names)},
            {"device", simulation.device},
            {"engine", simulation.engine},
            {"objective", name(simulation.objective)},
            {"plan", plan},
            {"lower_bound_ms", simulation.lower_bound},
            {"predicted_ms", simulation.predicted},
            {"cost_ms", simulation.cost},
            {"makespan_ms", timeline.makespan},
            {"due_tasks", due},
            {"late_tasks", due > 0 ? Json(late_tasks(times)) : Json(nullptr)}};
  add_origin(head, simulation.basis, simulation.origin);
  if (simulation.recorded) {
    head["recorded"] = recorded_json(*simulation.recorded);
  }
  if (simulation.planning) {
    head["planning_us"] = *simulation.planning;
  }
  add_figures(head, simulation.sharing, simulation.energy, simulation.assumed_costs);
  out << opened(head);
  write_rows(out, "intervals", timeline.intervals.size(), [&](std::size_t i) {
    const Interval& interval = timeline.intervals[i];
    Json row{{"task", simulation.task_names[interval.task]}, {"position", interval.task}};
    if (!simulation.fleet.empty()) {
      row["device"] = simulation.fleet[interval.device];
    }
    row["stage"] = name(interval.stage);
    row["engine"] = engine_name(interval.stage, timeline.dma_engines_of(interval.device));
    row["start_ms"] = interval.start;
    row["end_ms"] = interval.end;
    return row;
  });
  if (!timeline.residencies.empty()) {
    write_rows(out, "residencies", timeline.residencies.size(), [&](std::size_t i) -> Json {
      const Residency& held = timeline.residencies[i];
      return {{"task", simulation.task_names[held.task]},
              {"position", held.task},
              {"first_sm", held.first_sm},
              {"sms", held.sms},
              {"ctas_per_sm", held.ctas_per_sm},
              {"start_ms", held.start},
              {"end_ms", held.end},
              {"subtasks", held.subtasks}};
    });
  }
  if (!simulation.loads.empty()) {
    write_rows(out, "loads", simulation.loads.size(), [&](std::size_t i) -> Json {
      const ResourceLoad& load = simulation.loads[i];
      Json row{{"from_ms", load.from}};
      for (const SharedResource resource : kAllSharedResources) {
        row[std::string(name(resource))] = load.busy[index(resource)];
      }
      return row;
    });
  }
  if (!simulation.settings.empty()) {
    write_rows(out, "settings", simulation.settings.size(),
               [&](std::size_t i) { return setting_json(simulation, simulation.settings[i]); });
  }
  write_rows(out, "task_times", times.size(), [&](std::size_t task) -> Json {
    return {{"task", simulation.task_names[task]},     {"position", task},
            {"release_ms", times[task].release},       {"due_ms", times[task].due},
            {"completion_ms", times[task].completion}, {"slack_ms", times[task].slack()}};
  });
  if (!simulation.jobs.empty()) {
    write_rows(out, "jobs", simulation.jobs.size(), [&](std::size_t i) -> Json {
      const JobTimes& job = simulation.jobs[i];
      return {{"job", job.name},
              {"tasks", job.tasks},
              {"start_ms", job.start},
              {"due_ms", job.due},
              {"completion_ms", job.completion},
              {"slack_ms", job.slack()}};
    });
  }
  out << "}\n";
}

}  // namespace warpshop::io
