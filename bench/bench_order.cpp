// What the orders of the NEH family cost in time, and how far they stay from the lower bound.
#include <string>

#include <benchmark/benchmark.h>

#include "bench/random_instances.hpp"
#include "sim/order/policy.hpp"

namespace warpshop::bench {
namespace {

/// The time of one plan, over instances that differ.
void plan_time(benchmark::State& state, const std::string& policy_name, const Shape& shape) {
  const order::Policy& policy = order::find_policy(policy_name);
  std::vector<Instance> instances;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    instances.push_back(random_instance(static_cast<std::size_t>(state.range(0)), shape, seed));
  }
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(policy.plan(instances[next], {}));
    next = (next + 1) % instances.size();
  }
}

const bool kRegistered = [] {
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
    }
  }
  return true;
}();

}  // namespace
}  // namespace warpshop::bench
