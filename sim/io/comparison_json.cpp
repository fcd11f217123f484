#include "sim/io/comparison_json.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "sim/io/plan_json.hpp"

namespace warpshop::io {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

void write_json(std::ostream& out, const Comparison& comparison) {
  Json policies = Json::array();
  for (const PolicyResult& result : comparison.results) {
    Json row = plan_json(result.policy, result.plan, comparison.task_names, comparison.fleet);
    row["predicted_ms"] = result.predicted.count();
    row["makespan_ms"] = result.makespan.count();
    if (comparison.objective != Objective::makespan) {
      row["cost_ms"] = result.cost.count();
    }
    row["proven_optimal"] = result.proven_optimal;
    if (result.planning) {
      row["planning_us"] = result.planning->count();
    }
    policies.push_back(std::move(row));
  }
  Json document{{"schema", "warpshop.compare/1"},
                {"workload", {{"name", comparison.workload}, {"tasks", comparison.task_names.size()}}},
                {"device", comparison.device},
                {"engine", comparison.engine},
                {"lower_bound_ms", comparison.lower_bound.count()}};
  if (comparison.objective != Objective::makespan) {
    document["objective"] = name(comparison.objective);
  }
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
  out << document.dump() << '\n';
}

}  // namespace warpshop::io
