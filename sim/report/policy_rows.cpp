#include "sim/report/policy_rows.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/report/order_text.hpp"

namespace warpshop::report {
namespace {

bool same(const AssumedRange& one, const AssumedRange& other) {
  return tied(one.low, other.low) && tied(one.high, other.high);
}

bool same(const std::optional<AssumedCosts>& one, const std::optional<AssumedCosts>& other) {
  return one && other ? same(one->cost, other->cost) && same(one->makespan, other->makespan) : !one && !other;
}

bool same(const std::optional<Energy>& one, const std::optional<Energy>& other) {
  return one && other ? one->used.value == other->used.value && one->peak.value == other->peak.value : !one && !other;
}

bool of_one_row(const PolicyResult& one, const PolicyResult& other) {
  return !one.planning && !one.distribution && !other.distribution && tied(one.cost, other.cost) &&
         tied(one.makespan, other.makespan) && tied(one.predicted, other.predicted) &&
         one.late_tasks == other.late_tasks && same(one.assumed_costs, other.assumed_costs) &&
         same(one.energy, other.energy);
}

/// Behind the names of so many policies that are alike in that.
std::string mark(const PolicyResult& result, std::size_t policies) {
  return policies == 1           ? policy_text("", result.seeks_optimum, result.proven_optimal)
         : result.proven_optimal ? " (all proven)"
         : result.seeks_optimum  ? " (none proven)"
                                 : "";
}

/// What goes when: without who submits it and how kernels share, which follow from the policy.
Plan order_of(const Plan& plan) {
  return {.order = plan.order, .gates = plan.gates, .rounds = plan.rounds, .devices = plan.devices};
}

}  // namespace

std::vector<PolicyRow> policy_rows(const Comparison& comparison) {
  std::vector<PolicyRow> rows;
  for (const PolicyResult& result : comparison.results) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const PolicyRow& other) { return of_one_row(*other.front(), result); });
    (row == rows.end() ? rows.emplace_back() : *row).push_back(&result);
  }
  return rows;
}

std::string policies_text(const PolicyRow& row) {
  std::vector<PolicyRow> alike;  // by mark
  for (const PolicyResult* result : row) {
    const auto same = std::find_if(alike.begin(), alike.end(),
                                   [&](const PolicyRow& other) { return mark(*other.front(), 1) == mark(*result, 1); });
    (same == alike.end() ? alike.emplace_back() : *same).push_back(result);
  }
  std::string text;
  for (const PolicyRow& group : alike) {
    text += text.empty() ? "" : "; ";
    for (const PolicyResult* result : group) {
      text.append(result == group.front() ? "" : ", ").append(result->policy);
    }
    text += mark(*group.front(), group.size());
  }
  return text;
}

const Plan& shown_plan(const PolicyRow& row) {
  const auto listed =
      std::find_if(row.begin(), row.end(), [](const PolicyResult* each) { return is_as_listed(each->plan); });
  return (listed == row.end() ? row.front() : *listed)->plan;
}

std::string orders_text(const Comparison& comparison, const PolicyRow& row, std::size_t longest) {
  if (comparison.one_chain) {
    return "one chain";
  }
  std::vector<Plan> orders;
  for (const PolicyResult* result : row) {
    if (Plan order = order_of(result->plan); std::find(orders.begin(), orders.end(), order) == orders.end()) {
      orders.push_back(std::move(order));
    }
  }
  const std::string text = order_text(shown_plan(row), comparison.task_names, comparison.fleet, longest);
  const std::size_t others = orders.size() - 1;
  return others == 0 ? text : fmt::format("{} and {} other{}", text, others, others == 1 ? "" : "s");
}

}  // namespace warpshop::report
