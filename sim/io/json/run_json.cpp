#include "sim/io/json/run_json.hpp"

#include <cstddef>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "sim/io/json/basis_json.hpp"
#include "sim/io/json/json_text.hpp"
#include "sim/io/json/origin_json.hpp"
#include "sim/io/json/plan_json.hpp"
#include "sim/io/json/results_json.hpp"
#include "sim/model/measured_time.hpp"

namespace warpshop::io {
namespace {

using Json = nlohmann::ordered_json;

Json parts_json(const ErrorParts& parts) {
  Json json{{"total_ms", parts.total.count()}};
  for (const Stage stage : kStages) {
    const StageError& error = parts.stages[index(stage)];
    json[std::string(name(stage))] = {{"commands", error.commands},
                                      {"predicted_ms", error.predicted.count()},
                                      {"measured_ms", error.measured.count()},
                                      {"mean_error", error.mean_error},
                                      {"on_critical_path_ms", error.on_path.count()}};
  }
  json["gaps_ms"] = parts.gaps.count();
  json["rest_ms"] = parts.rest.count();
  return json;
}

/// All but the intervals.
Json head_json(const Run& run) {
  const MeasuredTime measured = measured_time(run.makespans);
  Json plan = plan_json(run.policy, run.plan, run.task_names);
  if (run.order_given) {
    plan["order_given"] = true;
  }
  plan["proven_optimal"] = run.proven_optimal;
  Json head{{"schema", "warpshop.run/1"},
            {"workload", {{"name", run.workload}, {"tasks", run.task_names.size()}}},
            {"device", run.device},
            {"backend", run.backend},
            {"chip", run.chip},
            {"policy", run.policy},
            {"order", plan["order"]},
            {"tasks", plan["tasks"]},
            {"plan", plan},
            {"predicted_ms", run.predicted.makespan.count()},
            {"measured_ms", measured.median.count()},
            {"measured_low_ms", measured.low.count()},
            {"measured_high_ms", measured.high.count()},
            {"error", relative_error(run.predicted.makespan, measured.median)},
            {"repetitions", counts(run.makespans)}};
  add_basis(head, run.basis);
  add_origin(head, run.origin);
  add_results(head, run.checked, run.wrong, run.task_names);
  if (!run.drift.empty()) {
    head["drift"] = run.drift;
  }
  if (run.planning) {
    head["planning_us"] = run.planning->count();
    head["submission_us"] = run.submission ? Json(run.submission->count()) : Json(nullptr);
  }
  if (run.error_parts) {
    head["error_parts"] = parts_json(*run.error_parts);
  }
  return head;
}

Json interval_json(const Run& run, std::size_t i) {
  const Interval& predicted = run.predicted.intervals[i];
  const Interval& measured = run.measured.intervals[i];
  return {{"task", run.task_names[measured.task]},
          {"position", measured.task},
          {"stage", name(measured.stage)},
          {"engine", engine_name(measured.stage, run.measured.dma_engines)},
          {"predicted_start_ms", predicted.start.count()},
          {"predicted_end_ms", predicted.end.count()},
          {"measured_start_ms", measured.start.count()},
          {"measured_end_ms", measured.end.count()}};
}

}  // namespace

void write_json(std::ostream& out, const Run& run) {
  std::string opened = json_text(head_json(run));
  opened.pop_back();
  out << opened << ",\"intervals\":[";
  for (std::size_t i = 0; i < run.measured.intervals.size(); ++i) {
    out << (i > 0 ? ",\n" : "\n") << json_text(interval_json(run, i));
  }
  out << "\n]}\n";
}

}  // namespace warpshop::io
