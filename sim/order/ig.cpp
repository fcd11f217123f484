#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/lower_bound.hpp"
#include "sim/order/exact_insertions.hpp"
#include "sim/order/iterated_greedy.hpp"
#include "sim/order/johnson_rule.hpp"
#include "sim/order/policy.hpp"
#include "sim/order/precedence.hpp"
#include "sim/order/quick_insertions.hpp"
#include "sim/order/whole_insertions.hpp"

namespace warpshop::order {

// Policies of their own.
Planned neh_gpu(const Instance& instance, const Options& options);
Planned neh_gpu_fast(const Instance& instance, const Options& options);

namespace {

/// Beyond, neh-gpu takes too long for a start, and insertions are quick ones.
constexpr std::size_t kExactUpTo = 256;
/// Positions that an insertion tries where each takes a simulation of the whole order.
constexpr std::size_t kWholeTrials = 32;
/// What is sensible: enough to find the best of a few tasks, and beyond so many tasks in the orders evaluated, some 10
/// ms of the closed form.
constexpr std::int64_t kEvaluationsPerTask = 50;
constexpr std::int64_t kTasksEvaluated = 1'000'000;
/// The temperature by the mean time of a stage.
constexpr double kTemperature = 0.1;
/// For objectives without a bound.
constexpr Millis kNoBound{-1e300};

Millis mean_stage(const Instance& instance) {
  Millis work{0};
  for (const Job& job : instance.jobs) {
    work += job.total();
  }
  return work / (3 * static_cast<double>(instance.size()));
}

void keep_better(Costed& best, Order order, Millis cost) {
  if (best.order.empty() || clearly_less(cost, best.cost)) {
    best = {std::move(order), cost};
  }
}

/// Johnson's rule on the pairs of machines that one of the three, or two adjacent ones together, may make.
Costed best_of_johnson(const Instance& instance, evaluate::Evaluator& evaluator, Millis bound) {
  std::array<std::vector<Millis>, 4> times;  // H2D, H2D + K, K + D2H, D2H
  for (const Job& job : instance.jobs) {
    const Millis h2d = job.alone(Stage::h2d);
    const Millis d2h = job.alone(Stage::d2h);
    times[0].push_back(h2d);
    times[1].push_back(h2d + job.kernel);
    times[2].push_back(job.kernel + d2h);
    times[3].push_back(d2h);
  }
  Costed best;
  constexpr std::array<std::array<std::size_t, 2>, 4> kPairs{{{1, 2}, {0, 3}, {1, 3}, {0, 2}}};
  for (const auto& [first, second] : kPairs) {
    Order order = feasible(instance, johnson_rule(times[first], times[second]));
    const Millis cost = evaluator.cost(order);
    keep_better(best, std::move(order), cost);
    if (!clearly_less(bound, best.cost)) {
      break;
    }
  }
  return best;
}

Costed start(const Instance& instance, const Options& options, Millis bound) {
  evaluate::Evaluator evaluator(instance, options.objective);
  Costed best = best_of_johnson(instance, evaluator, bound);
  for (const auto neh : {neh_gpu_fast, neh_gpu}) {
    if (clearly_less(bound, best.cost) && (neh == neh_gpu_fast || instance.size() <= kExactUpTo)) {
      Planned planned = neh(instance, options);
      keep_better(best, std::move(planned.plan.order), planned.predicted);
    }
  }
  return best;
}

}  // namespace

/// Starts from the best of Johnson's orders, neh-gpu-fast and, up to 256 tasks, neh-gpu, and goes on with
/// iterated_greedy(); ends at once where the cost meets the lower bound of the instance, which then is proven optimal.
Planned ig(const Instance& instance, const Options& options) {
  const auto size = static_cast<std::int64_t>(instance.size());
  SearchBudget budget(options.budget, std::min(kEvaluationsPerTask * size, kTasksEvaluated / size), instance.size());
  const Millis bound = options.objective == Objective::makespan ? evaluate::lower_bound(instance) : kNoBound;
  const IteratedGreedyOptions how{
      .temperature = kTemperature * mean_stage(instance), .bound = bound, .seed = options.seed};
  const evaluate::Traits traits = evaluate::traits_of(instance);
  Costed best = start(instance, options, bound);
  const auto search = [&](auto insertions) {
    best = iterated_greedy(std::move(best), std::move(insertions), how, budget);
  };
  if (!insertion_trials_apply(traits, options.objective)) {
    search(WholeInsertions(instance, options.objective, kWholeTrials));
  } else if (instance.size() <= kExactUpTo) {
    traits.latencies ? search(ExactInsertions<true>(instance, traits))
                     : search(ExactInsertions<false>(instance, traits));
  } else {
    traits.latencies ? search(QuickInsertions<true>(instance, traits))
                     : search(QuickInsertions<false>(instance, traits));
  }
  Planned planned;
  planned.predicted = best.cost;
  planned.proven_optimal = !clearly_less(bound, best.cost);
  planned.plan = evaluate::plan_of(instance, std::move(best.order));
  return planned;
}

}  // namespace warpshop::order
