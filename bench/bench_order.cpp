// What the orders of the NEH family cost in time, and how far they stay from the lower bound.
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::bench {
namespace {

/// The mean time of a plan, over instances that differ.
void plan_time(benchmark::State& state, const std::string& policy_name, const Shape& shape) {
  const Policy& policy = order::find_policy(policy_name);
  std::vector<Instance> instances;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    instances.push_back(random_instance(static_cast<std::size_t>(state.range(0)), shape, seed));
  }
  while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(instances.size()))) {
    for (const Instance& instance : instances) {
      benchmark::DoNotOptimize(policy.plan(instance, {}));
    }
  }
}

/// Arguments: tasks, budget in microseconds (0: no search). Gaps to the lower bound, over 200 instances.
void gap(benchmark::State& state, const std::string& policy_name, const Shape& shape) {
  const Policy& policy = order::find_policy(policy_name);
  PlanOptions options;
  if (state.range(1) > 0) {
    options.budget.time = std::chrono::microseconds(state.range(1));
  }
  double sum = 0;
  double worst = 0;
  double met = 0;
  constexpr std::uint64_t kInstances = 200;
  for (auto _ : state) {
    for (std::uint64_t seed = 1; seed <= kInstances; ++seed) {
      state.PauseTiming();
      const Instance instance = random_instance(static_cast<std::size_t>(state.range(0)), shape, seed);
      const Millis bound = evaluate::lower_bound(instance);
      state.ResumeTiming();
      const double gap = policy.plan(instance, options).predicted / bound - 1;
      sum += gap;
      worst = std::max(worst, gap);
      met += gap < 1e-9 ? 1 : 0;
    }
  }
  const double plans = static_cast<double>(state.iterations()) * static_cast<double>(kInstances);
  state.counters["gap_mean_%"] = 100 * sum / plans;
  state.counters["gap_worst_%"] = 100 * worst;
  state.counters["bound_met_%"] = 100 * met / plans;
  state.counters["us/plan"] =
      benchmark::Counter(plans * 1e-6, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

[[maybe_unused]] const bool registered = [] {
  for (const Family family : kFamilies) {
    for (const bool latencies : {false, true}) {
      const Shape shape{.family = family, .latencies = latencies};
      const std::string suffix = std::string("/") + name(family) + (latencies ? "/latencies" : "/durations");
      const auto add = [&](const std::string& policy) {
        return benchmark::RegisterBenchmark(
                   (policy + suffix).c_str(),
                   [policy, shape](benchmark::State& state) { plan_time(state, policy, shape); })
            ->Unit(benchmark::kMicrosecond);
      };
      add("neh-gpu")->Arg(16)->Arg(64)->Arg(256);
      add("neh-gpu-fast")->Arg(16)->Arg(64)->Arg(256)->Arg(1000)->Arg(10000);
      const auto add_gap = [&](const std::string& policy) {
        return benchmark::RegisterBenchmark(std::string("gap/").append(policy).append(suffix).c_str(),
                                            [policy, shape](benchmark::State& state) { gap(state, policy, shape); })
            ->Unit(benchmark::kMillisecond)
            ->Iterations(1);
      };
      add_gap("neh-gpu")->Args({16, 0})->Args({64, 0})->Args({256, 0});
      add_gap("neh-gpu-fast")->Args({16, 0})->Args({64, 0})->Args({256, 0})->Args({1000, 0});
      add_gap("ig")->Args({16, 200})->Args({64, 1000})->Args({256, 3300})->Args({1000, 20000});
    }
  }
  return true;
}();

}  // namespace
}  // namespace warpshop::bench
