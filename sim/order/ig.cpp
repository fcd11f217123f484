#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/order/insertion/exact_insertions.hpp"
#include "sim/order/insertion/quick_insertions.hpp"
#include "sim/order/insertion/whole_insertions.hpp"
#include "sim/order/johnson_rule.hpp"
#include "sim/order/local_search/iterated_greedy.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/precedence.hpp"

namespace warpshop::order {
namespace {

/// Beyond, insertions are quick ones: many that are good find more than few that are best.
constexpr std::size_t kExactUpTo = 16;
/// Beyond, neh-gpu takes too long for a start.
constexpr std::size_t kNehGpuUpTo = 256;
/// What it takes by the cube of the number of tasks, at the most: by ExactInsertions, and by whole simulations.
constexpr Millis kNehGpuByTrials{1.5e-6};
constexpr Millis kNehGpuByWholes{1e-4};
/// Positions that an insertion tries where each takes a simulation of the whole order.
constexpr std::size_t kWholeTrials = 32;
/// What is sensible: enough to find the best of a few tasks, and beyond so many tasks in the orders evaluated, some 10
/// ms of the closed form.
constexpr std::int64_t kEvaluationsPerTask = 50;
constexpr std::int64_t kTasksEvaluated = 1'000'000;
/// The temperature by the mean time of a stage.
constexpr double kTemperature = 0.1;

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

/// Whether neh-gpu leaves at least half of the time for the search.
bool affords_neh_gpu(const Instance& instance, const Budget& budget, bool trials) {
  const auto size = static_cast<double>(instance.size());
  return instance.size() <= kNehGpuUpTo &&
         (!budget.time || (trials ? kNehGpuByTrials : kNehGpuByWholes) * size * size * size <= *budget.time / 2);
}

Costed start(const Instance& instance, const PlanOptions& options, Millis bound, bool trials) {
  evaluate::Evaluator evaluator(instance, options.objective);
  Costed best = best_of_johnson(instance, evaluator, bound);
  const auto try_policy = [&](std::string_view name) {
    Planned planned = find_policy(name).plan(instance, options);
    keep_better(best, std::move(planned.plan.order), planned.predicted);
  };
  if (!trials && clearly_less(bound, best.cost)) {
    try_policy("neh-gpu-fast");
  }
  if (affords_neh_gpu(instance, options.budget, trials) && clearly_less(bound, best.cost)) {
    try_policy("neh-gpu");
  }
  return best;
}

}  // namespace

/// Starts from the best of Johnson's orders and, up to 256 tasks and as far as the time lets it, neh-gpu, and goes on
/// with iterated_greedy(); ends at once where the cost meets the lower bound of the instance, which then is proven
/// optimal. Where quick insertions do not apply, every one of the search is slow, and neh-gpu-fast is a start too.
Planned ig(const Instance& instance, const PlanOptions& options) {
  const auto size = static_cast<std::int64_t>(instance.size());
  SearchBudget budget(options.budget, std::min(kEvaluationsPerTask * size, kTasksEvaluated / size));
  const Millis bound = evaluate::lower_bound(instance, options.objective);
  const IteratedGreedyOptions how{
      .temperature = kTemperature * mean_stage(instance), .bound = bound, .seed = options.seed};
  const evaluate::Traits traits = evaluate::traits_of(instance);
  const bool trials = exact_insertions_apply(traits, options.objective);
  Costed best = start(instance, options, bound, trials);
  const auto search = [&](auto insertions) { best = iterated_greedy(std::move(best), insertions, how, budget); };
  if (!trials) {
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
