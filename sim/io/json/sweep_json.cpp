#include <cstddef>

#include "sim/io/json/json_parts.hpp"
#include "sim/io/json/results_json.hpp"
#include "sim/model/best_policy.hpp"

namespace warpshop::io {
namespace {

/// null: of no value.
Json box_json(const stats::BoxStatistics& box) {
  if (box.count == 0) {
    return nullptr;
  }
  return {{"n", box.count},
          {"minimum", box.min},
          {"low_whisker", box.low_whisker},
          {"lower_quartile", box.low_quartile},
          {"median", box.median},
          {"upper_quartile", box.high_quartile},
          {"high_whisker", box.high_whisker},
          {"maximum", box.max},
          {"mean", box.mean},
          {"outliers", box.outliers}};
}

Json policy_of_sweep_json(const std::string& policy_name, const SweepPolicy& policy, bool timing) {
  Json json{{"policy", policy_name},
            {"wins", policy.wins},
            {"cost_ms", box_json(policy.cost)},
            {"closeness", box_json(policy.closeness)}};
  for (const Baseline baseline : kBaselines) {
    json["speedup"][std::string(name(baseline))] = box_json(policy.speedup[index(baseline)]);
  }
  if (!policy.ends.empty()) {
    json["cost_low_ms"] = box_json(policy.ends[0].cost);
    json["cost_high_ms"] = box_json(policy.ends[1].cost);
  }
  if (timing) {
    json["planning_us"] = box_json(policy.planning_us);
  }
  json["by_kernel_dominant"] = Json::array();
  for (std::size_t tasks = 0; tasks < policy.by_kernel_dominant.size(); ++tasks) {
    if (policy.by_kernel_dominant[tasks]) {
      json["by_kernel_dominant"].push_back(
          {{"tasks", tasks}, {"speedup", box_json(*policy.by_kernel_dominant[tasks])}});
    }
  }
  return json;
}

Json test_json(const Sweep& sweep, const SweepTest& test) {
  return {{"first", sweep.policies[test.first]},
          {"second", sweep.policies[test.second]},
          {"pairs", test.test.pairs},
          {"ties", test.test.zeros},
          {"p", test.p},
          {"effect", test.test.effect},
          {"exact", test.test.exact && !test.test.approximate}};
}

/// The values of a cell by axis; null for the axis whose effect it is about.
Json values_json(const Sweep& sweep, const std::vector<std::size_t>& values, std::size_t without) {
  Json json = Json::array();
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
    json.push_back(axis == without ? Json(nullptr) : Json(sweep.axes[axis].values[values[axis]]));
  }
  return json;
}

}  // namespace

void print(std::ostream& out, const format::Json& /*format*/, const Sweep& sweep) {
  Json head{{"schema", "warpshop.swept/1"},
            {"name", sweep.name},
            {"engine", sweep.engine},
            {"sets", sweep.sets},
            {"policies", sweep.policies}};
  add_origin(head, sweep.basis, sweep.origin);
  head["axes"] = list_of(sweep.axes, [](const SweepAxis& axis) -> Json {
    return {{"axis", axis.name}, {"values", axis.values}};
  });
  out << opened(head);
  write_rows(out, "cells", sweep.cells.size(), [&](std::size_t i) -> Json {
    const SweepCell& cell = sweep.cells[i];
    Json json{
        {"values", values_json(sweep, cell.values, sweep.axes.size())},
        {"device", cell.device},
        {"approximate", cell.approximate},
        {"best", list_of(best_policies(cell), [&](std::size_t policy) -> Json { return sweep.policies[policy]; })},
        {"policies", Json::array()}};
    for (std::size_t policy = 0; policy < cell.policies.size(); ++policy) {
      json["policies"].push_back(policy_of_sweep_json(sweep.policies[policy], cell.policies[policy], sweep.timing));
    }
    json["tests"] = list_of(cell.tests, [&](const SweepTest& test) { return test_json(sweep, test); });
    return json;
  });
  write_rows(out, "effects", sweep.effects.size(), [&](std::size_t i) -> Json {
    const SweepEffect& effect = sweep.effects[i];
    return {{"axis", sweep.axes[effect.axis].name},
            {"others", values_json(sweep, effect.others, effect.axis)},
            {"values",
             list_of(effect.values, [&](std::size_t value) -> Json { return sweep.axes[effect.axis].values[value]; })},
            {"elasticity", effect.elasticity},
            {"r_squared", effect.fit},
            {"best", list_of(effect.best, [&](std::size_t policy) -> Json { return sweep.policies[policy]; })},
            {"best_if_assumed", effect.open},
            {"gain", effect.gain},
            {"cost_ms", effect.cost}};
  });
  out << "}\n";
}

}  // namespace warpshop::io
