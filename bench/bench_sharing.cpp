// What a task costs where kernels share the GPU: two clients in a chain each, and all of them at once.
#include <cstdint>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/files/device_store.hpp"
#include "sim/share/share_policies.hpp"

namespace warpshop::bench {
namespace {

Task client(const char* name, std::int64_t h2d_mib, KernelShape kernel) {
  Task task;
  task.name = task.family = name;
  task.h2d = CopySpec{.amount = Bytes{h2d_mib * 1024 * 1024}, .mark = {}};
  task.d2h = CopySpec{.amount = Bytes{64 * 1024}, .mark = {}};
  task.kernel = KernelSpec{.work = kernel, .mark = {}};
  return task;
}

/// A request of a chat service beside one of a vision job, on an H100.
const Instance& requests() {
  static const Instance two = [] {
    const Device device = files::find_device("h100-sxm");
    Workload workload{.name = "two clients", .file = {}, .tasks = {}};
    workload.tasks.push_back(client("chat", 2,
                                    {.time = Millis{12},
                                     .ctas = 2000,
                                     .cta = {.threads = 256, .registers = 64},
                                     .category = Category::memory_bound}));
    workload.tasks.push_back(
        client("vision", 24, {.time = Millis{9}, .ctas = 4000, .cta = {.threads = 128, .registers = 96}}));
    Instance instance = resolve(workload, device);
    evaluate::prepare_sharing(instance, device);
    return instance;
  }();
  return two;
}

/// So many requests of both in turn; chained: each client waits for one before it sends the next. Not chained, all of
/// them are ready at once.
Instance of_tasks(std::size_t tasks, bool chained) {
  Instance instance = requests();
  for (std::uint32_t task = 2; task < tasks; ++task) {
    instance.jobs.push_back(instance.jobs[task - 2]);
    instance.work.push_back(instance.work[task - 2]);
    instance.families.push_back(instance.families[task - 2]);
    instance.link_demands.push_back(instance.link_demands[task - 2]);
    if (chained) {
      instance.precedence.push_back({.before = task - 2, .after = task});
    }
  }
  return instance;
}

void share(benchmark::State& state, const std::string& policy, const std::vector<double>& split, bool chained) {
  const Instance instance = of_tasks(static_cast<std::size_t>(state.range(0)), chained);
  Plan plan;
  for (const Policy& each : share::policies()) {
    if (each.name == policy) {
      plan = each.plan(requests(), {.settings = each.settings(split)}).plan;
    }
  }
  plan.order.clear();
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    plan.order.push_back(task);
  }
  if (!plan.share->home.empty()) {
    for (std::uint32_t task = 2; task < instance.size(); ++task) {
      plan.share->home.push_back(plan.share->home[task - 2]);
    }
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(evaluate::makespan(instance, plan));
  }
  state.counters["us a task"] =
      benchmark::Counter(static_cast<double>(instance.size()) * 1e-6,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

const bool kRegistered = [] {
  struct Way {
    const char* policy;
    std::vector<double> split;
  };
  for (const Way& way :
       std::vector<Way>{{"mps", {80, 70}}, {"leftover", {}}, {"timeslice", {}}, {"spart", {}}, {"mig", {4, 3}}}) {
    for (const bool chained : {true, false}) {
      auto* const bench = benchmark::RegisterBenchmark(
          (std::string(way.policy) + (chained ? "/chains" : "/at once")).c_str(),
          [way, chained](benchmark::State& state) { share(state, way.policy, way.split, chained); });
      bench->Unit(benchmark::kMillisecond)->Arg(400)->Arg(1000)->Arg(1600);
      if (chained) {
        bench->Arg(20'000)->Arg(200'000);
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace warpshop::bench
