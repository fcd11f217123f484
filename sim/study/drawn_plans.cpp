#include "sim/study/drawn_plans.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/model/error.hpp"
#include "sim/study/all_policies.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/simulate.hpp"

namespace warpshop::study {
namespace {

/// Best first.
std::vector<PolicyResult> results_by_default(const Comparison& comparison) {
  std::vector<PolicyResult> chosen;
  if (!comparison.results.empty()) {
    chosen.push_back(comparison.results.front());
  }
  PolicyResult fifo;
  fifo.policy = as_listed().name;
  fifo.as_listed = true;
  fifo.plan = comparison.fifo_plan;
  fifo.predicted = comparison.fifo_cost;
  if (chosen.empty() || chosen.front().plan != fifo.plan) {
    chosen.push_back(std::move(fifo));
    return chosen;
  }
  const auto other = std::find_if(comparison.results.begin(), comparison.results.end(),
                                  [&](const PolicyResult& result) { return result.plan != fifo.plan; });
  if (other != comparison.results.end()) {
    chosen.push_back(*other);
  }
  return chosen;
}

std::vector<PolicyResult> results_named(const Comparison& comparison, const std::vector<std::string>& policies) {
  std::vector<PolicyResult> chosen;
  for (const std::string& policy : policies) {
    const auto found =
        std::find_if(comparison.results.begin(), comparison.results.end(),
                     [&](const PolicyResult& result) { return result.policy == named_policy(policy).name(); });
    if (found == comparison.results.end()) {
      throw InputError(fmt::format("--gantt: {} is not among the policies compared on {}, expected one that is", policy,
                                   comparison.workload));
    }
    chosen.push_back(*found);
  }
  return chosen;
}

}  // namespace

std::vector<DrawnPlan> drawn_plans(const Problem& problem, const Comparison& comparison, const EngineChoice& engine,
                                   const std::vector<std::string>& policies) {
  std::vector<DrawnPlan> drawn;
  for (PolicyResult& result : policies.empty() ? results_by_default(comparison) : results_named(comparison, policies)) {
    Simulation simulation =
        simulate(problem, chosen_plan(std::move(result)),
                 {.device = comparison.device, .engine = engine, .objective = comparison.objective});
    std::vector<Millis> alone = alone_times(problem.fleet, simulation.timeline);
    drawn.push_back({.simulation = std::move(simulation), .alone = std::move(alone)});
  }
  return drawn;
}

}  // namespace warpshop::study
