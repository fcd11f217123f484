// What running a task costs the host beside the driver's own time: planning it, submitting it in order, and passing it
// through the proxy. The driver of these benchmarks does nothing; those on the host backend show one that does.
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>

#include "bench/null_driver.hpp"
#include "bench/random_instances.hpp"
#include "dispatch/plan/runner.hpp"
#include "dispatch/proxy/proxy.hpp"
#include "kernels/gpu/host/host_driver.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::bench {
namespace {

Workload small_tasks(std::size_t count) {
  Workload workload{.name = "small tasks"};
  for (std::size_t i = 0; i < count; ++i) {
    workload.tasks.push_back({.name = std::to_string(i),
                              .h2d = CopySpec{.amount = Bytes{8192}},
                              .kernel = KernelSpec{.work = KernelCall{"vector_add", 1024}},
                              .d2h = CopySpec{.amount = Bytes{4096}}});
  }
  return workload;
}

gpu::Device null_device() {
  return gpu::Device(std::make_shared<NullDriver>());
}

void plan(benchmark::State& state) {
  const Instance instance = random_instance(static_cast<std::size_t>(state.range(0)), {.latencies = true});
  const Policy& policy = order::find_policy("neh-gpu");
  for (auto _ : state) {
    benchmark::DoNotOptimize(policy.plan(instance, {}));
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void submit(benchmark::State& state, const gpu::Device& device) {
  const auto size = static_cast<std::size_t>(state.range(0));
  dispatch::Runner runner(device, small_tasks(size), dispatch::Check::no);
  Plan plan{.order = Order(size)};
  std::iota(plan.order.begin(), plan.order.end(), 0U);
  for (auto _ : state) {
    state.SetIterationTime(std::chrono::duration<double>(*runner.run(plan).submission).count());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void serve(benchmark::State& state) {
  Device profile;
  for (auto& memory : profile.transfers) {
    for (TransferModel& transfer : memory) {
      transfer = {.latency = Millis{0.01},
                  .alone = BytesPerSecond{1e10},
                  .duplex = BytesPerSecond{8e9},
                  .mixed = BytesPerSecond{8e9}};
    }
  }
  const gpu::Device device = null_device();
  const gpu::Buffer memory(device, gpu::Space::pinned, Bytes{4096});
  const Policy& policy = order::find_policy("neh-gpu");
  ProxyStatistics statistics;
  for (auto _ : state) {
    dispatch::Proxy proxy(device, profile, [&](const Instance& instance) { return policy.plan(instance, {}).plan; },
                          {.buffer = 1024});
    dispatch::Worker worker = proxy.worker("one");
    for (std::int64_t task = 0; task < state.range(0); ++task) {
      worker.submit({.h2d = dispatch::copy_in(memory),
                     .launch = [](const gpu::Stream&, std::byte*, std::byte*) {},
                     .kernel = Millis{0.01},
                     .d2h = dispatch::copy_out(memory)});
    }
    worker.drain();
    statistics = proxy.statistics();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.counters["planning us/task"] = statistics.planning.count();
  state.counters["submission us/task"] = statistics.submission.count();
}

BENCHMARK(plan)->Arg(4)->Arg(16);
BENCHMARK_CAPTURE(submit, null, null_device())->Arg(4)->Arg(16)->Arg(256)->UseManualTime();
BENCHMARK_CAPTURE(submit, host_backend, gpu::Device(std::make_shared<gpu::host::HostDriver>(gpu::host::Options{})))
    ->Arg(16)
    ->UseManualTime()
    ->Iterations(30);
BENCHMARK(serve)->Arg(10000)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace warpshop::bench
