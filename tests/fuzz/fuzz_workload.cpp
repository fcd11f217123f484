#include "tests/fuzz/fuzz_workload.hpp"

#include <sstream>

#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/files/device_store.hpp"
#include "sim/io/json/chrome_trace.hpp"
#include "sim/io/json/described_json.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/io/workload/write_workload.hpp"
#include "sim/model/instance.hpp"
#include "sim/order/policies.hpp"
#include "sim/report/comparison_table.hpp"
#include "sim/report/timeline_drawing.hpp"
#include "sim/report/timeline_table.hpp"
#include "tests/fuzz/expect.hpp"
#include "tests/fuzz/files_below.hpp"

namespace warpshop::test {
namespace {

constexpr std::size_t kMostPlanned = 64;

std::string written(const Workload& workload) {
  std::ostringstream out;
  io::write_workload(out, workload);
  return out.str();
}

Simulation simulated(const Workload& workload, const Device& device) {
  const Instance instance = resolve(workload, device);
  const Policy& fifo = order::find_policy("fifo");
  Planned planned = fifo.plan(instance, {});
  Simulation simulation;
  simulation.workload = workload.name;
  simulation.task_names = task_names(workload);
  simulation.device = device.name;
  simulation.engine = "fast";
  simulation.policy = fifo.name;
  simulation.plan = std::move(planned.plan);
  simulation.predicted = planned.predicted;
  simulation.timeline = evaluate::timeline(instance, simulation.plan);
  simulation.cost = simulation.timeline.makespan;
  return simulation;
}

Comparison compared(const Simulation& simulation) {
  Comparison comparison;
  comparison.workload = simulation.workload;
  comparison.task_names = simulation.task_names;
  comparison.device = simulation.device;
  comparison.engine = simulation.engine;
  comparison.fifo_cost = simulation.cost;
  comparison.results.push_back({.policy = simulation.policy,
                                .plan = simulation.plan,
                                .predicted = simulation.predicted,
                                .makespan = simulation.timeline.makespan,
                                .cost = simulation.cost});
  return comparison;
}

void write(const Simulation& simulation) {
  std::ostringstream json, trace, table, csv, comparison;
  io::print(json, format::Json{}, simulation);
  io::write_chrome_trace(trace, report::drawn(simulation));
  report::print(table, format::Table{}, simulation);
  report::print(csv, format::Csv{}, simulation);
  io::print(comparison, format::Json{}, compared(simulation));
  expect_json(json.str(), "a timeline");
  expect_json(trace.str(), "a trace");
  expect_json(comparison.str(), "a comparison");
  expect_text(table.str(), "a table");
  expect_text(csv.str(), "CSV");
  table.str("");
  csv.str("");
  report::print(table, format::Table{}, compared(simulation));
  report::print(csv, format::Csv{}, compared(simulation));
  expect_text(table.str(), "a table");
  expect_text(csv.str(), "CSV");
}

/// What is written is read as the same clients, and written as the same text.
void expect_clients_back(const Workload& workload) {
  const std::string text = written(workload);
  std::istringstream stream(text);
  try {
    const Workload back = io::parse_workload(stream, "written");
    expect(back.clients == workload.clients, "other clients: " + text);
    expect(written(back) == text, "another text: " + text);
  } catch (const InputError& error) {
    expect(false, error.what() + text);
  }
}

}  // namespace

bool fuzz_workload(const std::string& text) {
  static const Device device = files::find_device("k20c");
  std::istringstream stream(text);
  try {
    const Workload workload = io::parse_workload(stream, kMutant);
    if (!workload.clients.none()) {
      expect_clients_back(workload);
    } else if (workload.size() <= kMostPlanned) {
      write(simulated(workload, device));
    }
    return true;
  } catch (const InputError& error) {
    expect_place(error, kMutant);
    return false;
  }
}

std::vector<std::string> workload_seeds() {
  std::vector<std::string> seeds = files_below("workloads");
  for (const char* folder : {"workloads/co-execution", "workloads/demands", "workloads/kernels"}) {
    const std::vector<std::string> more = files_below(folder);
    seeds.insert(seeds.end(), more.begin(), more.end());
  }
  const std::string head = "schema: warpshop.workload/1\nname: n\ntasks:\n";
  seeds.push_back(head +
                  "  - {name: \"a\\tb\", h2d: 1 ms, kernel: {time: 2 us}, d2h: {bytes: 3 MB, memory: pageable}}\n");
  seeds.push_back(head +
                  "  - {name: a, h2d: 1 ms, count: 3}\n  - {name: b, kernel: 2 ms, after: [a#1, a#3], release: 5 us, "
                  "weight: 2, due: 9 ms, family: f, footprint: 1 MiB}\n");
  seeds.push_back("{schema: warpshop.workload/1, name: \"\\u00e9 =1\", tasks: [{name: '@x', d2h: 16 KiB}]}\n");
  const std::string clients = "schema: warpshop.workload/1\nname: n\nhorizon: 60 s\nclients:\n";
  seeds.push_back(
      clients +
      "  - name: chat\n    arrivals: {poisson: 40 /s}\n    request: [{h2d: 2 MiB, kernel: {time: 12 ms, ctas: "
      "200, threads: 256}}, {host: 1 ms, d2h: 64 KiB, lag: 2 us}]\n    goal: {latency: 50 ms, quantile: 99 "
      "%}\n    class: offline\n    streams: 2\n    demand: [{part: 90 %, mean: 0.5}, {part: 10 %, mean: "
      "5.5}]\n  - {name: vision, arrivals: {closed: 2, think: {exponential: 1 ms}}, request: {kernel: 9 ms}, "
      "goal: {share: 70 %}, priority: 1, credit: 256, cpu_credit: 512, family: chat, quota: 2.5 SMs}\n");
  seeds.push_back(
      clients +
      "  - {name: a, arrivals: {every: 25 ms, offset: 5 ms}, request: {h2d: 1 ms}, goal: {fps: 30}, demand: "
      "exponential}\n  - {name: b, arrivals: {recorded: [0 ms, 1 us, 2.5 ms]}, request: {d2h: 1 B}, goal: "
      "{rate: 40 /s}}\n  - {name: c, arrivals: {at_once: 200}, request: {kernel: {name: k, elements: 4}}}\n");
  return seeds;
}

}  // namespace warpshop::test
