// Nanoseconds per task of both evaluators, and of neh-gpu at n = 16.
#include <benchmark/benchmark.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/closed_form/closed_form.hpp"
#include "sim/evaluate/events/event_simulation.hpp"
#include "sim/order/insertion/insertion.hpp"

namespace warpshop::bench {
namespace {

void per_task(benchmark::State& state, std::size_t size) {
  state.counters["ns/task"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(size) * 1e-9,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Arguments: tasks, distinct orders.
void closed_form(benchmark::State& state, const Shape& shape) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const Instance instance = random_instance(size, shape);
  const evaluate::Traits traits = evaluate::traits_of(instance);
  const auto orders = random_orders(static_cast<std::size_t>(state.range(1)), size);
  evaluate::ClosedFormScratch scratch;
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(evaluate::closed_form_makespan(instance, traits, orders[next], scratch));
    next = next + 1 < orders.size() ? next + 1 : 0;
  }
  per_task(state, size);
}

void event_form(benchmark::State& state, const Shape& shape) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const Instance instance = random_instance(size, shape);
  std::vector<Plan> plans;
  for (const Order& order : random_orders(static_cast<std::size_t>(state.range(1)), size)) {
    plans.push_back({.order = order});
  }
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(evaluate::event_makespan(instance, plans[next]));
    next = next + 1 < plans.size() ? next + 1 : 0;
  }
  per_task(state, size);
}

void neh_gpu(benchmark::State& state, const Shape& shape) {
  const Instance instance = random_instance(static_cast<std::size_t>(state.range(0)), shape);
  for (auto _ : state) {
    benchmark::DoNotOptimize(order::insertion(instance));
  }
}

constexpr Shape kDurations{};
constexpr Shape kLatencies{.latencies = true};
constexpr Shape kMissing{.latencies = true, .missing = true};

/// Each size with the few orders that a search comes back to, and with as many as make 400 000 tasks that are new each
/// time.
void sizes(benchmark::internal::Benchmark* benchmark) {
  for (const std::int64_t size : {16, 64, 256, 1000}) {
    benchmark->Args({size, 16})->Args({size, 400000 / size});
  }
  benchmark->ArgNames({"tasks", "orders"});
}

BENCHMARK_CAPTURE(closed_form, durations, kDurations)->Apply(sizes);
BENCHMARK_CAPTURE(closed_form, latencies, kLatencies)->Apply(sizes);
BENCHMARK_CAPTURE(closed_form, missing_stages, kMissing)->Apply(sizes);
BENCHMARK_CAPTURE(event_form, durations, kDurations)->Apply(sizes);
BENCHMARK_CAPTURE(event_form, latencies, kLatencies)->Apply(sizes);
BENCHMARK_CAPTURE(event_form, missing_stages, kMissing)->Apply(sizes);
BENCHMARK_CAPTURE(neh_gpu, durations, kDurations)->Arg(16)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(neh_gpu, latencies, kLatencies)->Arg(16)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace warpshop::bench
