// How far a deal to several GPUs is from the best of all deals, by family, and what dealing and proving take.
#include <algorithm>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/order/fleet/deal.hpp"
#include "sim/order/fleet/device_part.hpp"
#include "sim/order/fleet/fleet_plan.hpp"
#include "sim/order/fleet/load_deal.hpp"
#include "sim/order/policy.hpp"

namespace warpshop::bench {
namespace {

constexpr std::uint64_t kInstances = 200;

Fleet random_fleet(const benchmark::State& state, Family family, std::uint64_t seed) {
  Fleet fleet;
  for (std::int64_t device = 0; device < state.range(1); ++device) {
    fleet.devices.push_back(random_instance(static_cast<std::size_t>(state.range(0)), {.family = family}, seed));
    fleet.names.push_back("gpu#" + std::to_string(device + 1));
  }
  return fleet;
}

/// With the best order on every device.
Millis makespan(const Fleet& fleet, const std::vector<Order>& dealt) {
  std::vector<Plan> plans;
  for (std::size_t device = 0; device < dealt.size(); ++device) {
    plans.push_back(order::plan_part(order::find_policy("best"), fleet.devices[device], dealt[device], {}).plan);
  }
  return evaluate::makespan(fleet, joined(plans));
}

/// gap: of the makespan over that of the best deal, which is proven, with the best orders either way.
void gap(benchmark::State& state, Family family) {
  double by_load_sum = 0;
  double by_load_most = 0;
  double deal_sum = 0;
  double deal_most = 0;
  double proven = 0;
  for (auto _ : state) {
    for (std::uint64_t seed = 1; seed <= kInstances; ++seed) {
      const Fleet fleet = random_fleet(state, family, seed);
      const order::Planned best = order::plan(order::find_policy("best"), fleet, {});
      const double by_load = makespan(fleet, order::deal_by_load(fleet)) / best.predicted - 1;
      const double deal = makespan(fleet, order::deal(fleet, {}).parts) / best.predicted - 1;
      by_load_sum += by_load;
      by_load_most = std::max(by_load_most, by_load);
      deal_sum += deal;
      deal_most = std::max(deal_most, deal);
      proven += best.proven_optimal ? 1 : 0;
    }
  }
  state.counters["proven_%"] = proven / kInstances * 100;
  state.counters["by_load_mean_%"] = by_load_sum / kInstances * 100;
  state.counters["by_load_max_%"] = by_load_most * 100;
  state.counters["deal_mean_%"] = deal_sum / kInstances * 100;
  state.counters["deal_max_%"] = deal_most * 100;
}

/// What `work` takes for the fleets that the gaps are from.
template <class Work>
void time_over_fleets(benchmark::State& state, Family family, const Work& work) {
  std::uint64_t seed = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const Fleet fleet = random_fleet(state, family, seed++ % kInstances + 1);
    state.ResumeTiming();
    benchmark::DoNotOptimize(work(fleet));
  }
}

void deal(benchmark::State& state, Family family) {
  time_over_fleets(state, family, [](const Fleet& fleet) { return order::deal(fleet, {}); });
}

void best(benchmark::State& state, Family family) {
  const order::Policy& policy = order::find_policy("best");
  time_over_fleets(state, family, [&](const Fleet& fleet) { return order::plan(policy, fleet, {}); });
}

void few(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"tasks", "gpus"})->Args({4, 2})->Args({6, 2})->Args({8, 2})->Args({10, 2})->Args({6, 3});
}

void once(benchmark::internal::Benchmark* benchmark) {
  few(benchmark);
  benchmark->Iterations(1)->Unit(benchmark::kMillisecond);
}

void timed(benchmark::internal::Benchmark* benchmark) {
  few(benchmark);
  benchmark->Iterations(kInstances)->Unit(benchmark::kMillisecond);
}

void timed_large(benchmark::internal::Benchmark* benchmark) {
  timed(benchmark);
  benchmark->Args({16, 4})->Args({64, 4})->Args({1000, 4});
}

BENCHMARK_CAPTURE(gap, uniform, Family::uniform)->Apply(once);
BENCHMARK_CAPTURE(gap, mixed, Family::mixed)->Apply(once);
BENCHMARK_CAPTURE(gap, transfer_dominant, Family::transfer_dominant)->Apply(once);
BENCHMARK_CAPTURE(gap, heavy_tailed, Family::heavy_tailed)->Apply(once);
BENCHMARK_CAPTURE(deal, mixed, Family::mixed)->Apply(timed_large);
BENCHMARK_CAPTURE(best, mixed, Family::mixed)->Apply(timed);

}  // namespace
}  // namespace warpshop::bench
