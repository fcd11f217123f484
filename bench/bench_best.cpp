#include <algorithm>
#include <chrono>
#include <ctime>

#include <benchmark/benchmark.h>

#include "bench/random_instances.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::bench {
namespace {

constexpr std::uint64_t kInstances = 200;

double cpu_milliseconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

/// `best` on instances of a family: CPU time per instance in milliseconds, and how many it proves. Arguments: family,
/// number of tasks, latencies.
void best(benchmark::State& state) {
  const Shape shape{.family = static_cast<Family>(state.range(0)), .latencies = state.range(2) != 0};
  const auto size = static_cast<std::size_t>(state.range(1));
  const Policy& policy = order::find_policy("best");
  std::vector<double> times;
  int proven = 0;
  for (auto _ : state) {
    times.clear();
    proven = 0;
    for (std::uint64_t seed = 1; seed <= kInstances; ++seed) {
      const Instance instance = random_instance(size, shape, seed);
      const double start = cpu_milliseconds();
      const Planned planned = policy.plan(instance, {});
      times.push_back(cpu_milliseconds() - start);
      proven += planned.proven_optimal ? 1 : 0;
    }
  }
  state.SetLabel(name(shape.family));
  state.counters["mean_ms"] = std::accumulate(times.begin(), times.end(), 0.0) / kInstances;
  state.counters["worst_ms"] = *std::max_element(times.begin(), times.end());
  state.counters["proven"] = proven;
}

void families_and_sizes(benchmark::internal::Benchmark* benchmark) {
  for (const Family family : kFamilies) {
    for (const int size : {4, 6, 8, 10, 12}) {
      benchmark->Args({static_cast<int>(family), size, 0});
    }
    benchmark->Args({static_cast<int>(family), 10, 1});
  }
}
BENCHMARK(best)
    ->Apply(families_and_sizes)
    ->ArgNames({"family", "tasks", "latencies"})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace warpshop::bench
