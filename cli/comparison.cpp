#include "cli/comparison.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/fleet_bound.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/order/fleet/fleet_plan.hpp"
#include "sim/order/ranking.hpp"
#include "sim/report/overlap.hpp"

namespace warpshop::cli {
namespace {

PolicyResult plan_by(const order::Policy& policy, const Fleet& fleet, const order::Dealt& dealt,
                     const ComparisonSettings& settings) {
  const auto start = std::chrono::steady_clock::now();
  order::Planned planned = order::plan(policy, fleet, dealt, settings.options);
  const auto end = std::chrono::steady_clock::now();
  PolicyResult result;
  result.policy = policy.name;
  result.plan = std::move(planned.plan);
  result.predicted = planned.predicted;
  result.proven_optimal = planned.proven_optimal;
  result.seeks_optimum = planned.seeks_optimum;
  if (settings.timing) {
    result.planning = dealt.took + (end - start);
  }
  return result;
}

/// What the engine says of the plan.
void run_on(const Engine& engine, const Fleet& fleet, Objective objective, PolicyResult& result) {
  if (objective == Objective::makespan) {
    result.cost = result.makespan = engine.makespan(fleet, result.plan);
    return;
  }
  const Timeline timeline = engine.timeline(fleet, result.plan);
  result.makespan = timeline.makespan;
  result.cost = evaluate::cost(fleet.tasks(), timeline, objective);
}

/// Tells which policies plan just now, from whichever thread.
class PlanningProgress {
 public:
  PlanningProgress(std::string workload, const std::function<void(const std::string&)>& progress)
      : workload_(std::move(workload)), progress_(progress) {}

  void start(const std::string& policy) {
    const std::scoped_lock lock(mutex_);
    running_.push_back(policy);
    tell();
  }
  void end(const std::string& policy) {
    const std::scoped_lock lock(mutex_);
    running_.erase(std::find(running_.begin(), running_.end(), policy));
    if (!running_.empty()) {
      tell();
    }
  }

 private:
  void tell() { progress_(fmt::format("{}: planning ({})", workload_, fmt::join(running_, ", "))); }

  std::string workload_;
  const std::function<void(const std::string&)>& progress_;
  std::mutex mutex_;
  std::vector<std::string> running_;
};

/// Each policy in turn to whichever thread is free; the first exception of any is thrown again.
std::vector<PolicyResult> plan_all(const Fleet& fleet, const order::Dealt& dealt,
                                   const std::vector<const order::Policy*>& policies,
                                   const ComparisonSettings& settings, PlanningProgress& progress) {
  std::vector<PolicyResult> results(policies.size());
  std::vector<std::exception_ptr> failures(policies.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < policies.size(); i = next++) {
      progress.start(policies[i]->name);
      try {
        results[i] = plan_by(*policies[i], fleet, dealt, settings);
      } catch (...) {
        failures[i] = std::current_exception();
      }
      progress.end(policies[i]->name);
    }
  };
  {
    std::vector<std::jthread> helpers;
    const std::size_t threads = std::min<std::size_t>(settings.jobs, policies.size());
    for (std::size_t helper = 1; helper < threads; ++helper) {
      helpers.emplace_back(work);
    }
    work();
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) {
      std::rethrow_exception(failure);
    }
  }
  return results;
}

std::vector<PolicyResult> ranked(std::vector<PolicyResult> results) {
  std::vector<Millis> keys;
  keys.reserve(results.size());
  for (const PolicyResult& result : results) {
    keys.push_back(-result.cost);
  }
  std::vector<PolicyResult> sorted;
  for (const std::uint32_t i : order::by_decreasing(keys)) {
    sorted.push_back(std::move(results[i]));
  }
  return sorted;
}

}  // namespace

Comparison compare(const Problem& problem, const std::vector<const order::Policy*>& policies,
                   const ComparisonSettings& settings, const std::function<void(const std::string&)>& progress) {
  Comparison comparison;
  comparison.workload = problem.workload;
  comparison.task_names = problem.task_names;
  comparison.device = settings.device;
  if (!problem.fleet.single()) {
    comparison.fleet = problem.fleet.names;
    progress(problem.workload + ": dealing");
  }
  comparison.engine = settings.engine.name;
  comparison.objective = settings.options.objective;
  comparison.lower_bound = evaluate::lower_bound(problem.fleet, comparison.objective);

  const order::Dealt dealt = order::deal(problem.fleet, settings.options);
  PlanningProgress planning(problem.workload, progress);
  std::vector<PolicyResult> results = plan_all(problem.fleet, dealt, policies, settings, planning);
  for (PolicyResult& result : results) {
    progress(problem.workload + ": " + result.policy + " on " + comparison.engine);
    run_on(settings.engine, problem.fleet, comparison.objective, result);
  }
  const auto asked = std::find_if(results.begin(), results.end(), [](const auto& r) { return r.policy == "fifo"; });
  PolicyResult fifo;
  if (asked != results.end()) {
    fifo = *asked;
  } else {
    fifo.plan = order::plan(order::find_policy("fifo"), problem.fleet, dealt, settings.options).plan;
    run_on(settings.engine, problem.fleet, comparison.objective, fifo);
  }
  comparison.fifo_cost = fifo.cost;
  comparison.results = ranked(std::move(results));
  comparison.fifo_overlap = report::overlapped_share(evaluate::timeline(problem.fleet, fifo.plan));
  if (!comparison.results.empty()) {
    comparison.best_overlap =
        report::overlapped_share(evaluate::timeline(problem.fleet, comparison.results.front().plan));
  }
  return comparison;
}

}  // namespace warpshop::cli
