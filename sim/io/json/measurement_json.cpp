#include <cstddef>
#include <string>
#include <utility>

#include "sim/io/json/json_parts.hpp"
#include "sim/io/json/results_json.hpp"
#include "sim/model/measured_time.hpp"

namespace warpshop::io {
namespace {

Json parts_json(const ErrorParts& parts) {
  Json json{{"total_ms", parts.total}};
  for (const Stage stage : kStages) {
    const StageError& error = parts.stages[index(stage)];
    json[std::string(name(stage))] = {{"commands", error.commands},
                                      {"predicted_ms", error.predicted},
                                      {"measured_ms", error.measured},
                                      {"mean_error", error.mean_error},
                                      {"on_critical_path_ms", error.on_path}};
  }
  json["gaps_ms"] = parts.gaps;
  json["rest_ms"] = parts.rest;
  return json;
}

void add_measured(Json& json, const MeasuredTime& measured) {
  json["measured_ms"] = measured.median;
  json["low_ms"] = measured.low;
  json["high_ms"] = measured.high;
}

Json plans_json(const Validation& validation, const ValidationMetrics& metrics) {
  Json plans = Json::array();
  for (std::size_t i = 0; i < validation.plans.size(); ++i) {
    const MeasuredPlan& plan = validation.plans[i];
    Json row{{"order", plan.plan.order}};
    add_execution(row, plan.plan);
    row["policies"] = Json::array();
    row["predicted_ms"] = plan.predicted;
    add_measured(row, metrics.plans[i].measured);
    row["error"] = metrics.plans[i].error;
    row["samples_ms"] = plan.samples;
    plans.push_back(std::move(row));
  }
  for (const PolicyPlan& choice : validation.policies) {
    plans[choice.plan]["policies"].push_back(choice.policy);
  }
  return plans;
}

Json policy_json(const PolicyMetrics& policy, const Validation& validation) {
  Json row = plan_json(policy.policy, validation.plans[policy.plan].plan, validation.task_names);
  row["predicted_ms"] = policy.predicted;
  add_measured(row, policy.measured);
  row["rank"] = policy.rank;
  row["is_best"] = policy.is_best;
  row["loss"] = policy.loss;
  return row;
}

Json speedup_json(const PolicySpeedup& row) {
  return {{"policy", row.policy},   {"base", row.base},         {"ratio", row.speedup.ratio},
          {"low", row.speedup.low}, {"high", row.speedup.high}, {"different", row.speedup.different}};
}

Json rival_json(const Rival& rival) {
  Json row{{"name", rival.name}};
  if (rival.samples.empty()) {
    row["problem"] = rival.problem;
  } else {
    add_measured(row, measured_time(rival.samples));
    row["samples_ms"] = rival.samples;
  }
  return row;
}

Json latencies_json(const ServedLine& line) {
  return {{"median", line.median},
          {"percentile_95", line.percentile_95},
          {"percentile_99", line.percentile_99},
          {"worst", line.worst}};
}

Json served_json(const char* of, const ServedLine& line) {
  return {{of, line.name},
          {"done", line.done},
          {"failed", line.failed},
          {"withdrawn", line.withdrawn},
          {"gpu_time_ms", line.gpu_time},
          {"latency_ms", latencies_json(line)}};
}

Json worker_json(const ServedLine& line) {
  Json row = served_json("worker", line);
  row["refused"] = line.refused;
  return row;
}

}  // namespace

void print(std::ostream& out, const format::Json& /*format*/, const Run& run) {
  const MeasuredTime measured = measured_time(run.makespans);
  const Json plan = plan_json(run);
  Json head{{"schema", "warpshop.run/1"},
            {"workload", workload_json(run.workload, run.task_names)},
            {"device", run.device},
            {"backend", run.backend},
            {"chip", run.chip},
            {"policy", run.policy},
            {"order", plan["order"]},
            {"tasks", plan["tasks"]},
            {"plan", plan},
            {"predicted_ms", run.predicted.makespan},
            {"measured_ms", measured.median},
            {"measured_low_ms", measured.low},
            {"measured_high_ms", measured.high},
            {"error", relative_error(run.predicted.makespan, measured.median)},
            {"repetitions", run.makespans}};
  add_origin(head, run.basis, run.origin);
  add_results(head, run.checked, run.wrong, run.task_names);
  if (!run.drift.empty()) {
    head["drift"] = run.drift;
  }
  if (run.planning) {
    head["planning_us"] = *run.planning;
    head["submission_us"] = run.submission;
  }
  if (run.error_parts) {
    head["error_parts"] = parts_json(*run.error_parts);
  }
  out << opened(head);
  write_rows(out, "intervals", run.measured.intervals.size(), [&](std::size_t i) -> Json {
    const Interval& predicted = run.predicted.intervals[i];
    const Interval& as_measured = run.measured.intervals[i];
    return {{"task", run.task_names[as_measured.task]},
            {"position", as_measured.task},
            {"stage", name(as_measured.stage)},
            {"engine", engine_name(as_measured.stage, run.measured.dma_engines)},
            {"predicted_start_ms", predicted.start},
            {"predicted_end_ms", predicted.end},
            {"measured_start_ms", as_measured.start},
            {"measured_end_ms", as_measured.end}};
  });
  out << "}\n";
}

void print(std::ostream& out, const format::Json& /*format*/, const JudgedValidation& judged) {
  const Validation& validation = judged.validation;
  const ValidationMetrics& metrics = judged.metrics;
  Json document{
      {"schema", "warpshop.validate/1"},
      {"workload", workload_json(validation.workload, validation.task_names)},
      {"device", validation.device},
      {"backend", validation.backend},
      {"chip", validation.chip},
      {"every_order", validation.every_order},
      {"orders", validation.orders},
      {"plans", plans_json(validation, metrics)},
      {"mean_error", metrics.error.mean},
      {"median_error", metrics.error.median},
      {"worst_error", metrics.error.worst},
      {"mean_signed_error", metrics.mean_signed_error},
      {"rank_correlation", {{"spearman", metrics.spearman}, {"kendall", metrics.kendall}}},
      {"policies", list_of(metrics.policies, [&](const auto& policy) { return policy_json(policy, validation); })},
      {"speedups", list_of(metrics.speedups, speedup_json)},
      {"rivals", list_of(validation.rivals, rival_json)}};
  add_origin(document, validation.basis, validation.origin);
  add_results(document, validation.checked, validation.wrong, validation.task_names);
  out << json_text(document) << '\n';
}

void print(std::ostream& out, const format::Json& /*format*/, const Service& service) {
  const ProxyStatistics& statistics = service.statistics;
  Json json{{"schema", "warpshop.serve/1"},
            {"workload", service.workload},
            {"device", service.device},
            {"backend", service.backend},
            {"chip", service.chip},
            {"policy", service.policy},
            {"asked", service.asked},
            {"done", service.all.done},
            {"failed", service.all.failed},
            {"withdrawn", service.all.withdrawn},
            {"refused", service.all.refused},
            {"rate_per_s", service.rate},
            {"duration_ms", service.duration},
            {"results_correct", service.checked > 0 ? Json(service.wrong == 0) : Json(nullptr)},
            {"checked", service.checked},
            {"wrong", service.wrong},
            {"lots", statistics.lots},
            {"mean_lot", statistics.mean_lot},
            {"planning_us_per_task", statistics.planning},
            {"submission_us_per_task", statistics.submission},
            {"latency_ms", latencies_json(service.all)},
            {"tasks", list_of(service.tasks, [](const auto& line) { return served_json("task", line); })},
            {"workers", list_of(service.workers, worker_json)}};
  add_origin(json, service.basis, service.origin);
  if (service.stopping > Millis{0}) {
    json["stopping_ms"] = service.stopping;
  }
  if (!service.drift.empty()) {
    json["drift"] = service.drift;
  }
  if (!service.complaints.empty()) {
    json["complaints"] = service.complaints;
  }
  out << json_text(json) << '\n';
}

}  // namespace warpshop::io
