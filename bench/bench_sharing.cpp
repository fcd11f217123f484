// What a task costs where kernels share the GPU: two clients, or six, in a chain each, and all of them at once.
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

/// A request of each of so many clients on an H100: a chat service beside a vision job, then smaller ones.
Instance requests_of(std::size_t clients) {
  constexpr Category kMemory = Category::memory_bound;
  Workload workload{.name = "clients", .file = {}, .tasks = {}};
  workload.tasks = {
      client("chat", 2,
             {.time = Millis{12}, .ctas = 2000, .cta = {.threads = 256, .registers = 64}, .category = kMemory}),
      client("vision", 24, {.time = Millis{9}, .ctas = 4000, .cta = {.threads = 128, .registers = 96}}),
      client("speech", 1, {.time = Millis{3}, .ctas = 700, .cta = {.threads = 128, .registers = 40}}),
      client("search", 5,
             {.time = Millis{5}, .ctas = 5000, .cta = {.threads = 256, .registers = 32}, .category = kMemory}),
      client("ranking", 2, {.time = Millis{2}, .ctas = 333, .cta = {.threads = 512, .registers = 64}}),
      client("text", 1,
             {.time = Millis{7}, .ctas = 1400, .cta = {.threads = 192, .registers = 64}, .category = kMemory})};
  workload.tasks.resize(clients);
  const Device device = files::find_device("h100-sxm");
  Instance instance = resolve(workload, device);
  evaluate::prepare_sharing(instance, device);
  return instance;
}

/// So many requests of all clients in turn; chained: each client waits for one before it sends the next. Not chained,
/// all of them are ready at once.
Instance of_tasks(Instance instance, std::size_t tasks, bool chained) {
  const auto clients = static_cast<std::uint32_t>(instance.size());
  for (std::uint32_t task = clients; task < tasks; ++task) {
    instance.jobs.push_back(instance.jobs[task - clients]);
    instance.work.push_back(instance.work[task - clients]);
    instance.families.push_back(instance.families[task - clients]);
    instance.link_demands.push_back(instance.link_demands[task - clients]);
    if (chained) {
      instance.precedence.push_back({.before = task - clients, .after = task});
    }
  }
  return instance;
}

struct Way {
  const char* policy;
  std::vector<double> split;
  std::uint32_t clients = 2;
};

void share(benchmark::State& state, const Way& way, bool chained) {
  const Instance requests = requests_of(way.clients);
  const Instance instance = of_tasks(requests, static_cast<std::size_t>(state.range(0)), chained);
  Plan plan;
  for (const Policy& each : share::policies()) {
    if (each.name == way.policy) {
      plan = each.plan(requests, {.settings = each.settings(way.split)}).plan;
    }
  }
  plan.order.clear();
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    plan.order.push_back(task);
    if (task >= way.clients && !plan.share->home.empty()) {
      plan.share->home.push_back(plan.share->home[task - way.clients]);
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
  for (const Way& way : std::vector<Way>{{"mps", {80, 70}},
                                         {"leftover", {}},
                                         {"timeslice", {}},
                                         {"spart", {}},
                                         {"mig", {4, 3}},
                                         {"mps", {40, 70, 30, 50, 20, 60}, 6},
                                         {"leftover", {}, 6},
                                         {"timeslice", {}, 6},
                                         {"spart", {}, 6},
                                         {"mig", {3, 2, 2}, 6}}) {
    for (const bool chained : {true, false}) {
      if (!chained && way.clients > 2) {
        continue;
      }
      const std::string clients = way.clients > 2 ? " of " + std::to_string(way.clients) : "";
      auto* const bench =
          benchmark::RegisterBenchmark((way.policy + clients + (chained ? "/chains" : "/at once")).c_str(),
                                       [way, chained](benchmark::State& state) { share(state, way, chained); });
      bench->Unit(benchmark::kMillisecond)->Arg(400)->Arg(1000)->Arg(1600);
      if (chained) {
        bench->Arg(10'000)->Arg(20'000)->Arg(200'000);
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace warpshop::bench
