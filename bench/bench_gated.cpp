// What holding back D2H copies gains over the best plan without gates, and what a plan takes, by family.
#include <algorithm>

#include <benchmark/benchmark.h>

#include "bench/random_instances.hpp"
#include "sim/order/local_search/threshold_accepting.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::bench {
namespace {

constexpr std::uint64_t kInstances = 200;
/// Evaluations of one search.
constexpr std::int64_t kEvaluations = 20'000;

/// A search with gates from a plan without, beside a search as long from the same plan that changes orders alone.
struct Rivals {
  Millis gated;
  Millis ungated;
};

Rivals both(const Instance& instance, const Plan& start) {
  const PlanOptions options{.seed = 2, .budget = {.evaluations = kEvaluations, .time = {}}};
  const auto cost = [&](order::Changes changes) {
    return order::threshold_accepting(instance, start, options, changes).cost;
  };
  return {cost(order::Changes::orders_and_gates), cost(order::Changes::orders)};
}

/// Up to 10 tasks the best order, which is proven; beyond, what a search of orders alone makes of that of neh-gpu.
Plan best_ungated(const Instance& instance) {
  if (instance.size() <= 10) {
    return order::find_policy("best").plan(instance, {}).plan;
  }
  const Plan start = order::find_policy("neh-gpu").plan(instance, {}).plan;
  const PlanOptions options{.budget = {.evaluations = kEvaluations, .time = {}}};
  return {.order = order::threshold_accepting(instance, start, options, order::Changes::orders).order};
}

/// gain: of the makespan, over the better of the start and the ungated rival; where that rival wins it is below 0.
void gain(benchmark::State& state, Family family) {
  const auto size = static_cast<std::size_t>(state.range(0));
  double sum = 0;
  double most = 0;
  double gained = 0;
  for (auto _ : state) {
    sum = most = gained = 0;
    for (std::uint64_t seed = 1; seed <= kInstances; ++seed) {
      const Instance instance = random_instance(size, {.family = family}, seed);
      const Rivals rivals = both(instance, best_ungated(instance));
      const double gain = 1 - rivals.gated / rivals.ungated;
      sum += gain;
      most = std::max(most, gain);
      gained += clearly_less(rivals.gated, rivals.ungated) ? 1 : 0;
    }
  }
  state.counters["gain_mean_%"] = sum / kInstances * 100;
  state.counters["gain_max_%"] = most * 100;
  state.counters["gained_%"] = gained / kInstances * 100;
}

/// A plan of the policy, its start included; over the instances that the gains are from.
void plan(benchmark::State& state, Family family) {
  const Policy& gated = order::find_policy("gated");
  std::uint64_t seed = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const Instance instance =
        random_instance(static_cast<std::size_t>(state.range(0)), {.family = family}, seed++ % kInstances + 1);
    state.ResumeTiming();
    benchmark::DoNotOptimize(gated.plan(instance, {}));
  }
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(4)->Arg(8)->Arg(16)->ArgName("tasks");
}

void once(benchmark::internal::Benchmark* benchmark) {
  sizes(benchmark);
  benchmark->Iterations(1)->Unit(benchmark::kMillisecond);
}

void timed(benchmark::internal::Benchmark* benchmark) {
  sizes(benchmark);
  benchmark->Iterations(kInstances)->Unit(benchmark::kMillisecond);
}

BENCHMARK_CAPTURE(gain, uniform, Family::uniform)->Apply(once);
BENCHMARK_CAPTURE(gain, mixed, Family::mixed)->Apply(once);
BENCHMARK_CAPTURE(gain, transfer_dominant, Family::transfer_dominant)->Apply(once);
BENCHMARK_CAPTURE(gain, heavy_tailed, Family::heavy_tailed)->Apply(once);
BENCHMARK_CAPTURE(plan, uniform, Family::uniform)->Apply(timed);
BENCHMARK_CAPTURE(plan, mixed, Family::mixed)->Apply(timed);
BENCHMARK_CAPTURE(plan, transfer_dominant, Family::transfer_dominant)->Apply(timed);
BENCHMARK_CAPTURE(plan, heavy_tailed, Family::heavy_tailed)->Apply(timed);

}  // namespace
}  // namespace warpshop::bench
