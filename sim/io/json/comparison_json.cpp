#include "sim/io/json/comparison_json.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "sim/io/json/basis_json.hpp"
#include "sim/io/json/json_text.hpp"
#include "sim/io/json/origin_json.hpp"
#include "sim/io/json/plan_json.hpp"

namespace warpshop::io {
namespace {

using Json = nlohmann::ordered_json;

Json distribution_json(const std::optional<CostDistribution>& costs) {
  if (!costs) {
    return nullptr;
  }
  return {{"orders", costs->orders},
          {"minimum_ms", costs->minimum.count()},
          {"lower_quartile_ms", costs->lower_quartile.count()},
          {"median_ms", costs->median.count()},
          {"mean_ms", costs->mean.count()},
          {"upper_quartile_ms", costs->upper_quartile.count()},
          {"maximum_ms", costs->maximum.count()}};
}

}  // namespace

void write_json(std::ostream& out, const Comparison& comparison) {
  Json policies = Json::array();
  for (const PolicyResult& result : comparison.results) {
    Json row = plan_json(result.policy, result.plan, comparison.task_names, comparison.fleet);
    row["predicted_ms"] = result.predicted.count();
    row["makespan_ms"] = result.makespan.count();
    row["cost_ms"] = result.cost.count();
    row["late_tasks"] = comparison.due_tasks > 0 ? Json(result.late_tasks) : Json(nullptr);
    row["proven_optimal"] = result.proven_optimal;
    row["distribution"] = distribution_json(result.distribution);
    if (result.planning) {
      row["planning_us"] = result.planning->count();
    }
    policies.push_back(std::move(row));
  }
  Json document{{"schema", "warpshop.compare/1"},
                {"workload", {{"name", comparison.workload}, {"tasks", comparison.task_names.size()}}},
                {"device", comparison.device},
                {"engine", comparison.engine},
                {"objective", name(comparison.objective)},
                {"lower_bound_ms", comparison.lower_bound.count()}};
  document["due_tasks"] = comparison.due_tasks;
  add_basis(document, comparison.basis);
  add_origin(document, comparison.origin);
  document["policies"] = std::move(policies);
  if (!comparison.skipped.empty()) {
    Json& skipped = document["skipped"];
    for (const SkippedPolicy& policy : comparison.skipped) {
      Json row{{"policy", policy.policy}};
      if (policy.limit) {
        row["limit"] = *policy.limit;
      } else {
        row["reason"] = policy.reason;
      }
      row["tasks"] = comparison.task_names.size();
      skipped.push_back(std::move(row));
    }
  }
  out << json_text(document) << '\n';
}

}  // namespace warpshop::io
