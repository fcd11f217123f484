#include "sim/study/compare.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "sim/evaluate/check_residencies.hpp"
#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/events/shared/shared_simulation.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/evaluate/plan_energy.hpp"
#include "sim/model/error.hpp"
#include "sim/model/job_times.hpp"
#include "sim/model/split.hpp"
#include "sim/model/timeline.hpp"
#include "sim/model/whole_gpu.hpp"
#include "sim/order/fleet/fleet_plan.hpp"
#include "sim/order/ranking.hpp"
#include "sim/study/all_policies.hpp"
#include "sim/study/assumed_cost_range.hpp"
#include "sim/study/assumed_use.hpp"
#include "sim/study/in_parallel.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {
namespace {

/// A result before its plan is judged, and the evaluation of that, where it was kept.
struct PlannedResult {
  PolicyResult result;
  std::shared_ptr<const Timeline> timeline;
};

PlannedResult plan_by(const NamedPolicy& named, const Fleet& fleet, const order::Dealt& dealt,
                      const ComparisonSettings& settings) {
  PolicyResult result;
  result.policy = named.name();
  const auto start = std::chrono::steady_clock::now();
  Planned planned;
  result.as_listed = named.policy->as_listed;
  if (const auto orders = named.orders()) {
    order::RandomOrders drawn = order::random_orders(fleet, dealt, settings.options, *orders);
    result.distribution = drawn.distribution;
    planned = std::move(drawn.median);
  } else {
    planned = plan_of(named, fleet, dealt, settings.options);
  }
  const auto end = std::chrono::steady_clock::now();
  result.plan = std::move(planned.plan);
  result.predicted = planned.predicted;
  result.proven_optimal = planned.proven_optimal;
  result.seeks_optimum = planned.seeks_optimum;
  result.chooses_gates = planned.chooses_gates;
  if (settings.timing) {
    result.planning = dealt.took + (end - start);
  }
  return {std::move(result), std::move(planned.timeline)};
}

/// What the engine says of the plan.
void run_on(const EngineChoice& engine, const Fleet& fleet, Objective objective, const LowerBounds& bounds,
            PolicyResult& result, const Timeline* known = nullptr) {
  const Timeline timeline = checked_timeline(engine, fleet, result.plan, objective, bounds.of(result.plan), known);
  result.makespan = timeline.makespan;
  result.cost = evaluate::cost(fleet.tasks(), timeline, objective);
  if (result.plan.share) {
    result.sharing = sharing_metrics(fleet.tasks(), timeline);
  }
  result.energy = evaluate::energy(fleet, result.plan, timeline);
  result.assumed_costs = assumed_costs(fleet, result.plan, objective);
  result.late_tasks = late_tasks(task_times({}, fleet.tasks().due, timeline, fleet.size()));
}

/// Why a policy failed. Throws what it threw again where that is not the policy's own failure: the user's input, or
/// what ends the program.
std::string reason_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    return error.what();
  } catch (const std::logic_error& error) {
    return error.what();
  }
}

/// Each policy in turn to whichever thread is free. Those that fail are told and have no result.
std::vector<PlannedResult> plan_all(const Fleet& fleet, const order::Dealt& dealt,
                                    const std::vector<NamedPolicy>& policies, const ComparisonSettings& settings,
                                    const std::function<void(const std::string& running)>& progress,
                                    std::vector<FailedPolicy>& failed) {
  std::mutex mutex;
  std::vector<std::string> running;
  const auto tell = [&](const std::string& policy, bool starts) {
    const std::scoped_lock lock(mutex);
    if (starts) {
      running.push_back(policy);
    } else {
      running.erase(std::find(running.begin(), running.end(), policy));
    }
    if (!running.empty()) {
      progress(fmt::format("planning ({})", fmt::join(running, ", ")));
    }
  };
  std::vector<PlannedResult> results(policies.size());
  std::vector<std::exception_ptr> failures(policies.size());
  in_parallel(settings.jobs, policies.size(), [&](std::size_t i) {
    tell(policies[i].name(), true);
    try {
      results[i] = plan_by(policies[i], fleet, dealt, settings);
    } catch (...) {
      failures[i] = std::current_exception();
    }
    tell(policies[i].name(), false);
  });
  std::vector<PlannedResult> planned;
  for (std::size_t i = 0; i < policies.size(); ++i) {
    if (failures[i]) {
      failed.push_back({policies[i].name(), reason_of(failures[i])});
    } else {
      planned.push_back(std::move(results[i]));
    }
  }
  return planned;
}

/// A plan that an engine has judged is proven where it meets what no plan is below; and where it costs no more than a
/// proven one, and its policy could not have chosen another that is better: those that choose from orders in ordered
/// submission without gates, which all that proves anything does as well.
void prove_alike(std::vector<PolicyResult>& results, Millis lower_bound) {
  std::optional<Millis> optimum;
  for (const PolicyResult& result : results) {
    if (result.proven_optimal && result.plan.submission == Submission::ordered && !result.plan.share) {
      optimum = std::max(optimum.value_or(result.cost), result.cost);
    }
  }
  for (PolicyResult& result : results) {
    const bool chooses_orders =
        result.plan.submission == Submission::ordered && !result.plan.share && !result.chooses_gates;
    result.proven_optimal = result.proven_optimal || !clearly_less(lower_bound, result.cost) ||
                            (optimum && chooses_orders && !clearly_less(*optimum, result.cost));
  }
}

/// A recording refutes a proof that it took less than, or of a model that is off by as much as that.
void withdraw_proofs(std::vector<PolicyResult>& results, const std::optional<RecordedMakespan>& recorded) {
  for (PolicyResult& result : results) {
    result.proven_optimal = result.proven_optimal && (!recorded || recorded->admits_proof(result.makespan));
  }
}

std::vector<PolicyResult> ranked(std::vector<PolicyResult> results) {
  std::vector<Millis> costs;
  std::vector<Millis> makespans;
  for (const PolicyResult& result : results) {
    costs.push_back(-result.cost);
    makespans.push_back(-result.makespan);
  }
  std::vector<PolicyResult> sorted;
  for (const std::uint32_t i : order::by_decreasing(costs, makespans)) {
    sorted.push_back(std::move(results[i]));
  }
  return sorted;
}

}  // namespace

Comparison compare(const Problem& problem, const std::vector<NamedPolicy>& policies, const ComparisonSettings& settings,
                   const std::function<void(const std::string&)>& progress) {
  Comparison comparison;
  comparison.workload = problem.workload;
  comparison.task_names = problem.task_names;
  comparison.device = settings.device;
  comparison.basis = problem.basis;
  if (!problem.fleet.single()) {
    comparison.fleet = problem.fleet.names;
    progress(problem.workload + ": dealing");
  }
  comparison.engine = settings.engine.asked.name;
  comparison.objective = settings.options.objective;
  comparison.due_tasks = due_tasks(problem.fleet.tasks().due);
  const LowerBounds bounds(problem.fleet, comparison.objective, problem.is_prepared);
  comparison.lower_bound = std::min(bounds.of_all(), problem.sharing_bound.value_or(bounds.of_all()));
  comparison.recorded = problem.recorded;
  if (comparison.recorded && comparison.objective == Objective::makespan) {
    comparison.lower_bound = std::min(comparison.lower_bound, comparison.recorded->recorded);
  }

  const order::Dealt dealt = order::deal(problem.fleet, settings.options);
  const auto tell = [&](const std::string& text) { progress(problem.workload + ": " + text); };
  std::vector<PolicyResult> results;
  for (auto& [result, timeline] : plan_all(problem.fleet, dealt, policies, settings, tell, comparison.failed)) {
    tell(result.policy + " on " + comparison.engine);
    try {
      run_on(settings.engine, problem.fleet, comparison.objective, bounds, result, timeline.get());
      results.push_back(std::move(result));
    } catch (...) {
      comparison.failed.push_back({result.policy, reason_of(std::current_exception())});
    }
  }
  if (results.empty() && !comparison.failed.empty()) {
    throw std::runtime_error("policy " + comparison.failed.front().policy + ": " + comparison.failed.front().reason);
  }
  const auto asked = std::find_if(results.begin(), results.end(), [](const auto& r) { return r.as_listed; });
  PolicyResult fifo;
  if (asked != results.end()) {
    fifo = *asked;
  } else {
    fifo.plan = order::plan(as_listed(), problem.fleet, dealt, settings.options).plan;
    try {
      run_on(settings.engine, problem.fleet, comparison.objective, bounds, fifo);
    } catch (const evaluate::ImpossibleTimeline&) {  // gains are still counted from it
      fifo.cost = evaluate::cost(problem.fleet, fifo.plan, comparison.objective);
    }
  }
  prove_alike(results, comparison.lower_bound);
  if (std::any_of(results.begin(), results.end(), [](const auto& result) { return result.assumed_costs; })) {
    comparison.basis.assume(std::vector<std::string>{kContextSwitchPath});
  }
  for (const PolicyResult& result : results) {
    comparison.basis.assume(assumed_numbers(problem.fleet, result.plan));
    comparison.basis.assume(assumed_use(problem.fleet.tasks(), result.plan));
    if (result.plan.share && evaluate::goes_in_waves(result.plan)) {
      comparison.basis.simplified = evaluate::kInWaves;
    }
  }
  withdraw_proofs(results, comparison.recorded);
  comparison.fifo_cost = fifo.cost;
  comparison.results = ranked(std::move(results));
  comparison.fifo_overlap = overlapped_share(evaluate::timeline(problem.fleet, fifo.plan));
  if (!comparison.results.empty()) {
    const Plan& best = comparison.results.front().plan;
    const Timeline timeline = evaluate::timeline(problem.fleet, best);
    comparison.best_overlap = overlapped_share(timeline);
    if (best.share) {
      comparison.best_settings = share_settings(best, timeline, sms_of(problem.fleet.tasks()));
    }
  }
  comparison.one_chain = is_one_chain(problem.fleet.tasks(), fifo.plan.order);
  comparison.fifo_plan = std::move(fifo.plan);
  return comparison;
}

}  // namespace warpshop::study
