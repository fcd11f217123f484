#include "sim/io/comparison_json.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "sim/io/plan_json.hpp"

namespace warpshop::io {

void write_json(std::ostream& out, const Comparison& comparison) {
  using Json = nlohmann::ordered_json;
  Json policies = Json::array();
  for (const PolicyResult& result : comparison.results) {
    Json row = plan_json(result.policy, result.plan, comparison.task_names);
    row["predicted_ms"] = result.predicted.count();
    row["makespan_ms"] = result.makespan.count();
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
                {"lower_bound_ms", comparison.lower_bound.count()},
                {"policies", std::move(policies)}};
  if (!comparison.skipped.empty()) {
    Json& skipped = document["skipped"];
    for (const SkippedPolicy& policy : comparison.skipped) {
      skipped.push_back({{"policy", policy.policy}, {"limit", policy.limit}, {"tasks", comparison.task_names.size()}});
    }
  }
  out << document.dump() << '\n';
}

}  // namespace warpshop::io
