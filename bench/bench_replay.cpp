// Tasks per second of the SimGrid replay, and its peak memory per task.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include "bench/random_instances.hpp"
#include "sim/replay/replay.hpp"

namespace warpshop::bench {
namespace {

/// The most memory that this process has ever held, in bytes.
double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

void replay(benchmark::State& state, const Shape& shape) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const double before = peak_memory();
  const Fleet fleet{.devices = {random_instance(size, shape)}};
  const Plan plan{.order = random_orders(1, size).front()};
  for (auto _ : state) {
    benchmark::DoNotOptimize(replay::simulate(fleet, plan).makespan);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.counters["B/task"] = (peak_memory() - before) / static_cast<double>(size);
}

constexpr Shape kDurations{};
constexpr Shape kLatencies{.latencies = true};

BENCHMARK_CAPTURE(replay, durations, kDurations)->Arg(1000)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay, latencies, kLatencies)->Arg(1000)->Arg(1000000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace warpshop::bench
