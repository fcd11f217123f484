#include "sim/io/json/validation_json.hpp"

#include <cstddef>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "sim/io/json/basis_json.hpp"
#include "sim/io/json/json_text.hpp"
#include "sim/io/json/origin_json.hpp"
#include "sim/io/json/plan_json.hpp"
#include "sim/io/json/results_json.hpp"

namespace warpshop::io {
namespace {

using Json = nlohmann::ordered_json;

void add_measured(Json& json, const MeasuredTime& measured) {
  json["measured_ms"] = measured.median.count();
  json["low_ms"] = measured.low.count();
  json["high_ms"] = measured.high.count();
}

Json number_or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json plans_json(const Validation& validation, const ValidationMetrics& metrics) {
  Json plans = Json::array();
  for (std::size_t i = 0; i < validation.plans.size(); ++i) {
    const MeasuredPlan& plan = validation.plans[i];
    Json row{{"order", plan.plan.order}};
    add_execution(row, plan.plan);
    row["policies"] = Json::array();
    row["predicted_ms"] = plan.predicted.count();
    add_measured(row, metrics.plans[i].measured);
    row["error"] = metrics.plans[i].error;
    row["samples_ms"] = counts(plan.samples);
    plans.push_back(std::move(row));
  }
  for (const PolicyPlan& choice : validation.policies) {
    plans[choice.plan]["policies"].push_back(choice.policy);
  }
  return plans;
}

Json policies_json(const Validation& validation, const ValidationMetrics& metrics) {
  Json policies = Json::array();
  for (const PolicyMetrics& policy : metrics.policies) {
    Json row = plan_json(policy.policy, validation.plans[policy.plan].plan, validation.task_names);
    row["predicted_ms"] = policy.predicted.count();
    add_measured(row, policy.measured);
    row["rank"] = policy.rank;
    row["is_best"] = policy.is_best;
    row["loss"] = policy.loss;
    policies.push_back(std::move(row));
  }
  return policies;
}

Json speedups_json(const ValidationMetrics& metrics) {
  Json speedups = Json::array();
  for (const PolicySpeedup& row : metrics.speedups) {
    speedups.push_back({{"policy", row.policy},
                        {"base", row.base},
                        {"ratio", row.speedup.ratio},
                        {"low", row.speedup.low},
                        {"high", row.speedup.high},
                        {"different", row.speedup.different}});
  }
  return speedups;
}

Json rivals_json(const Validation& validation) {
  Json rivals = Json::array();
  for (const Rival& rival : validation.rivals) {
    Json row{{"name", rival.name}};
    if (rival.samples.empty()) {
      row["problem"] = rival.problem;
    } else {
      add_measured(row, measured_time(rival.samples));
      row["samples_ms"] = counts(rival.samples);
    }
    rivals.push_back(std::move(row));
  }
  return rivals;
}

}  // namespace

void write_json(std::ostream& out, const Validation& validation, const ValidationMetrics& metrics) {
  Json document{{"schema", "warpshop.validate/1"},
                {"workload", {{"name", validation.workload}, {"tasks", validation.task_names.size()}}},
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
                {"rank_correlation",
                 {{"spearman", number_or_null(metrics.spearman)}, {"kendall", number_or_null(metrics.kendall)}}},
                {"policies", policies_json(validation, metrics)},
                {"speedups", speedups_json(metrics)},
                {"rivals", rivals_json(validation)}};
  add_basis(document, validation.basis);
  add_origin(document, validation.origin);
  add_results(document, validation.checked, validation.wrong, validation.task_names);
  out << json_text(document) << '\n';
}

}  // namespace warpshop::io
