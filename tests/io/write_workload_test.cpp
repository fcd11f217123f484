#include "sim/io/workload/write_workload.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/io/workload/read_workload.hpp"
#include "tests/support/any_values.hpp"

namespace warpshop::io {
namespace {

std::string written(const std::string& text) {
  std::istringstream in(text);
  std::ostringstream out;
  write_workload(out, parse_workload(in, "file"));
  return out.str();
}

TEST(WriteWorkload, GivesBackEverythingThatAFileMaySay) {
  const std::string text =
      "schema: warpshop.workload/1\n"
      "name: all of it\n"
      "recorded_on: a100\n"
      "submit: one_thread\n"
      "issue: breadth_first\n"
      "jobs:\n"
      "  - {name: step, due: 3 ms, weight: 2}\n"
      "tasks:\n"
      "  - {name: a, h2d: {time: 2.5 ms, bytes: 16 MiB, memory: pageable}, kernel: 1 ms, d2h: {bytes: 7 B, call: "
      "sync}}\n"
      "  - {name: b, kernel: {time: 3 ms, ctas: 40, threads: 256, registers: 32, shared_memory: 8 KiB, category: "
      "memory_bound, power: 210 W}, release: 5 us, weight: 0.5, after: [a], job: step}\n"
      "  - {name: \"c, d\", kernel: {name: vector_add, elements: 12}, count: 3, period: 4 ms, after: [{task: a, "
      "lag: 1 ns}, b], due: 9 ms, family: x, footprint: 1 GiB}\n"
      "  - {name: f, kernel: {time: 3 ms, kind: beside}}\n"
      "  - {name: g, kernel: {time: 3 ms, ctas: 2, threads: 640, kind: collective}}\n"
      "  - {name: e, d2h: {time: 17 us, latency: 15 us}, job: step, recorded: {start: 0 ns, end: 1 us, stream: 7}}\n"
      "  - {name: h, kernel: 1 ms, host: 2 us, stream: legacy_default}\n"
      "  - {name: i, kernel: 1 ms, after: [{task: a, lag: 0 ns}], host: 32 MiB}\n";
  EXPECT_EQ(written(text), text);
}

TEST(WriteWorkload, GivesBackEverythingThatAClientMaySay) {
  const std::string text =
      "schema: warpshop.workload/1\n"
      "name: all of it\n"
      "horizon: 60 s\n"
      "clients:\n"
      "  - {name: a, arrivals: {poisson: 40 /s}, request: {kernel: 1 ms}}\n"
      "  - {name: \"b, c\", arrivals: {every: 25 ms, offset: 5 us}, request: [{h2d: {bytes: 2 MiB, memory: pageable}, "
      "kernel: {time: 3 ms, ctas: 40, threads: 256, category: memory_bound}, host: 32 MiB}, {d2h: {time: 1 ms, "
      "latency: "
      "1 us}, lag: 0 ns}, {kernel: {name: k, elements: 4}, lag: 2.5 ms}, {kernel: 1 ms}], goal: {latency: 50 ms, "
      "quantile: 99.9 %}, class: offline, family: a, streams: 3, priority: 2, quota: 2.5 SMs, demand: [{part: 90 %, "
      "mean: 0.5}, {part: "
      "10 %, mean: 5.5}]}\n"
      "  - {name: d, arrivals: {every: 1 s}, request: {kernel: 1 ms}, goal: {latency: 1 ms, quantile: 99 %}}\n"
      "  - {name: e, arrivals: {closed: 2}, request: {kernel: 1 ms}, goal: {rate: 40 /s}, class: online}\n"
      "  - {name: f, arrivals: {closed: 2, think: 1 ms}, request: {kernel: 1 ms}, goal: {speed: 70 %}, demand: "
      "exponential}\n"
      "  - {name: g, arrivals: {closed: 1, think: {exponential: 1 ms}}, request: {kernel: 1 ms}, family: h}\n"
      "  - {name: i, arrivals: {at_once: 200}, request: {kernel: 1 ms}, reservation: 1 SM}\n"
      "  - {name: j, arrivals: {recorded: [0 ns, 1 us, 2.5 ms]}, request: {kernel: 1 ms}}\n";
  EXPECT_EQ(written(text), text);
}

Arrivals any_arrivals() {
  const Millis first{test::any_duration()};
  const Millis positive{std::max(first.count(), 1e-3)};
  switch (test::any_number(0, 5)) {
    case 0:
      return PoissonArrivals{{std::max(test::any_duration(), 1e-9)}};
    case 1:
      return PeriodicArrivals{positive, Millis{test::any_duration()}};
    case 2:
      return ClosedArrivals{test::any_number(1U, 100'001U), first, test::any_number(0, 2) == 0};
    case 3:
      return ArrivalsAtOnce{test::any_number<std::uint64_t>(1, 10'000'001)};
    default:
      return RecordedArrivals{{first, first, first + Millis{test::any_duration()}}};
  }
}

std::optional<Goal> any_goal() {
  const double part = std::min(0.999, std::max(1e-6, test::any_duration() / 1000));
  switch (test::any_number(0, 4)) {
    case 0:
      return LatencyGoal{Millis{std::max(1e-6, test::any_duration())}, part};
    case 1:
      return RateGoal{{std::max(1e-6, test::any_duration())}};
    case 2:
      return SpeedGoal{test::any_number(0, 5) == 0 ? 1 : part};
    default:
      return std::nullopt;
  }
}

Demand any_demand() {
  const double part = std::min(1.0, test::any_duration() / 1000);
  const auto mean = [] { return std::max(1e-6, test::any_duration()); };
  switch (test::any_number(0, 4)) {
    case 0:
      return {{1, 1}};
    case 1:
      return {{1, mean()}};
    case 2:
      return {{part, mean()}, {1 - part, mean()}};
    default:
      return {};
  }
}

/// Its tasks are those of `streams` times a chain, as sim/model/client.hpp says.
void add_any_client(Workload& workload) {
  const std::string name(1, static_cast<char>('a' + workload.clients.all.size()));
  const auto streams = test::any_number(1U, 4U);
  const auto tasks = test::any_number(1U, 4U);
  std::vector<Task> chain(tasks);
  for (std::uint32_t i = 0; i < tasks; ++i) {
    chain[i].kernel = KernelSpec{.work = Millis{test::any_duration()}, .mark = {}};
    chain[i].family = test::any_number(0, 2) == 0 && i == 0 ? "x" : chain[0].family.empty() ? name : chain[0].family;
    if (i > 0) {
      const Millis lag{test::any_duration()};
      chain[i].after = {{.task = {}, .lag = lag, .stated = lag == Millis{0} && test::any_number(0, 2) == 0}};
    } else if (test::any_number(0, 2) == 0) {
      chain[i].host = Millis{test::any_duration()};
    }
  }
  workload.clients.all.push_back({.name = name,
                                  .tasks = {static_cast<std::uint32_t>(workload.tasks.size()), streams * tasks},
                                  .streams = streams,
                                  .arrivals = any_arrivals(),
                                  .demand = any_demand(),
                                  .goal = any_goal(),
                                  .kind = test::any_number(0, 2) == 0 ? ClientClass::online : ClientClass::offline,
                                  .priority = test::any_number(0, 3),
                                  .credit = test::any_number(0, 1) == 0 ? kUsualCredit : test::any_number(1U, 65'535U),
                                  .cpu_credit = test::any_number(1U, 65'535U)});
  if (Client& client = workload.clients.all.back(); test::any_number(0, 2) == 0) {
    const SmAmount amount{test::any_number<std::int64_t>(1, 2'000'000'000)};
    (client.kind == ClientClass::online ? client.reservation : client.quota) = amount;
  }
  for (std::uint32_t stream = 1; stream <= streams; ++stream) {
    for (std::uint32_t i = 0; i < tasks; ++i) {
      Task task = chain[i];
      const std::string of_stream = name + (streams > 1 ? "@" + std::to_string(stream) : "");
      task.name = of_stream + (tasks > 1 ? "/" + std::to_string(i + 1) : "");
      if (i > 0) {
        task.after.front().task = of_stream + "/" + std::to_string(i);
      }
      workload.tasks.push_back(std::move(task));
    }
  }
}

/// Every number of all tasks, by another way than a workload's file.
std::string described(const std::vector<Task>& tasks) {
  std::string text;
  for (const Task& task : tasks) {
    text +=
        fmt::format("{} {} kernel {} host {}\n", task.name, task.family, std::get<Millis>(task.kernel->work).count(),
                    task.host ? std::get<Millis>(*task.host).count() : -1);
    for (const Predecessor& before : task.after) {
      text += fmt::format("  after {} {} {}\n", before.task, before.lag.count(), before.stated);
    }
  }
  return text;
}

RC_GTEST_PROP(WriteWorkload, IsReadBackAsTheSameClients, ()) {
  Workload workload{.name = "drawn", .tasks = {}};
  workload.clients.horizon = Millis{std::max(1e-3, test::any_duration())};
  for (int clients = test::any_number(1, 5); clients > 0; --clients) {
    add_any_client(workload);
  }
  std::stringstream text;
  write_workload(text, workload);
  const Workload back = parse_workload(text, "written");
  RC_ASSERT(back.clients == workload.clients);
  RC_ASSERT(described(back.tasks) == described(workload.tasks));
}

TEST(WriteWorkload, KeepsEveryDigitOfADuration) {
  const std::string text =
      "schema: warpshop.workload/1\nname: t\ntasks:\n  - {name: a, kernel: 12.345678901234567 ms}\n"
      "  - {name: b, kernel: 1000 s, after: [{task: a, lag: 0.1 ns}]}\n";
  EXPECT_EQ(written(text), text);
}

}  // namespace
}  // namespace warpshop::io
