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
#include "sim/order/policies.hpp"

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

Fleet periodic_fleet(const benchmark::State& state, std::uint64_t seed) {
  const Periodic shape{.kinds = static_cast<std::size_t>(state.range(0)),
                       .frames = static_cast<std::size_t>(state.range(1)),
                       .gpus = static_cast<std::size_t>(state.range(2))};
  Fleet fleet;
  fleet.devices.assign(shape.gpus, periodic_instance(shape, seed));
  for (std::size_t device = 1; device <= shape.gpus; ++device) {
    fleet.names.push_back("gpu#" + std::to_string(device));
  }
  return fleet;
}

/// With the best order on every device.
Millis cost(const Fleet& fleet, const std::vector<Order>& dealt, Objective objective = Objective::makespan) {
  std::vector<Plan> plans;
  for (std::size_t device = 0; device < dealt.size(); ++device) {
    plans.push_back(
        order::plan_part(order::find_policy("best"), fleet.devices[device], dealt[device], {.objective = objective})
            .plan);
  }
  return evaluate::cost(fleet, joined(plans), objective);
}

/// Mean and largest of some gaps, as counters.
class Gaps {
 public:
  void add(double gap) {
    sum_ += gap;
    most_ = std::max(most_, gap);
    ++count_;
  }
  void tell(benchmark::State& state, const std::string& name) const {
    state.counters[name + "_mean_%"] = sum_ / static_cast<double>(count_) * 100;
    state.counters[name + "_max_%"] = most_ * 100;
  }

 private:
  double sum_ = 0;
  double most_ = 0;
  std::uint64_t count_ = 0;
};

/// gap: of the makespan over that of the best deal, which is proven, with the best orders either way.
void gap(benchmark::State& state, Family family) {
  Gaps by_load;
  Gaps deal;
  double proven = 0;
  for (auto _ : state) {
    for (std::uint64_t seed = 1; seed <= kInstances; ++seed) {
      const Fleet fleet = random_fleet(state, family, seed);
      const Planned best = order::plan(order::find_policy("best"), fleet, {});
      by_load.add(cost(fleet, order::deal_by_load(fleet)) / best.predicted - 1);
      deal.add(cost(fleet, order::deal(fleet, {}).parts) / best.predicted - 1);
      proven += best.proven_optimal ? 1 : 0;
    }
  }
  state.counters["proven_%"] = proven / kInstances * 100;
  by_load.tell(state, "by_load");
  deal.tell(state, "deal");
}

/// gap_periodic: the same of the cost of periodic workloads: for the lateness by the period, for the weighted
/// completion by the best.
void gap_periodic(benchmark::State& state, Objective objective) {
  constexpr std::uint64_t kFew = 100;
  Gaps deal;
  double proven = 0;
  for (auto _ : state) {
    for (std::uint64_t seed = 1; seed <= kFew; ++seed) {
      const Fleet fleet = periodic_fleet(state, seed);
      const PlanOptions options{.objective = objective};
      const Planned best = order::plan(order::find_policy("best"), fleet, options);
      const Millis period = fleet.tasks().due.front();
      const Millis unit = objective == Objective::lateness ? period : best.predicted;
      deal.add((cost(fleet, order::deal(fleet, options).parts, objective) - best.predicted) / unit);
      proven += best.proven_optimal ? 1 : 0;
    }
  }
  state.counters["proven_%"] = proven / kFew * 100;
  deal.tell(state, "deal");
}

/// What dealing periodic workloads takes, and what neh-gpu makes of it: lateness by the period, or the mean completion
/// after the release by the period.
void deal_periodic(benchmark::State& state, Objective objective) {
  const PlanOptions options{.objective = objective};
  double sum = 0;
  std::uint64_t count = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const Fleet fleet = periodic_fleet(state, count++ % kInstances + 1);
    state.ResumeTiming();
    const order::Dealt dealt = order::deal(fleet, options);
    state.PauseTiming();
    const Millis period = fleet.tasks().due.front();
    Millis cost = order::plan(order::find_policy("neh-gpu-fast"), fleet, dealt, options).predicted;
    if (objective == Objective::weighted_completion) {
      double weights = 0;
      for (std::uint32_t task = 0; task < fleet.size(); ++task) {
        cost -= fleet.tasks().weight(task) * fleet.tasks().jobs[task].release;
        weights += fleet.tasks().weight(task);
      }
      cost /= weights;
    }
    sum += cost / period;
    state.ResumeTiming();
  }
  state.counters["periods_%"] = sum / static_cast<double>(count) * 100;
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
  const Policy& policy = order::find_policy("best");
  time_over_fleets(state, family, [&](const Fleet& fleet) { return order::plan(policy, fleet, {}); });
}

void few(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"tasks", "gpus"})->Args({4, 2})->Args({6, 2})->Args({8, 2})->Args({10, 2})->Args({6, 3});
}

void once(benchmark::internal::Benchmark* benchmark) {
  few(benchmark);
  benchmark->Iterations(1)->Unit(benchmark::kMillisecond);
}

void few_periodic(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"kinds", "frames", "gpus"})->Iterations(1)->Unit(benchmark::kMillisecond);
  benchmark->Args({4, 2, 2})->Args({2, 4, 2})->Args({3, 3, 2});
}

void timed_periodic(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"kinds", "frames", "gpus"})->Iterations(20)->Unit(benchmark::kMillisecond);
  benchmark->Args({6, 10, 2})->Args({6, 30, 2})->Args({16, 4, 4})->Args({20, 50, 4});
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
BENCHMARK_CAPTURE(gap_periodic, lateness, Objective::lateness)->Apply(few_periodic);
BENCHMARK_CAPTURE(gap_periodic, wc, Objective::weighted_completion)->Apply(few_periodic);
BENCHMARK_CAPTURE(deal_periodic, lateness, Objective::lateness)->Apply(timed_periodic);
BENCHMARK_CAPTURE(deal_periodic, wc, Objective::weighted_completion)->Apply(timed_periodic);
BENCHMARK_CAPTURE(deal, mixed, Family::mixed)->Apply(timed_large);
BENCHMARK_CAPTURE(best, mixed, Family::mixed)->Apply(timed);

}  // namespace
}  // namespace warpshop::bench
