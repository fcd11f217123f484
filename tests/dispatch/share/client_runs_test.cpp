// Clients that share a chip in virtual time, beside the simulator's.
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/dispatch/share/played.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::dispatch {
namespace {

constexpr const char* kClients =
    "schema: warpshop.workload/1\nname: clients\nhorizon: 700 ms\nclients:\n"
    "  - name: chat\n    arrivals: {poisson: 40 /s}\n    streams: 2\n    priority: 1\n    goal: {latency: 60 ms, "
    "quantile: 95 %}\n"
    "    request: [{h2d: 2 MiB, kernel: {name: mm, elements: 5000}, d2h: 64 KiB}, {kernel: {name: bs, elements: "
    "13000}}]\n"
    "  - name: vision\n    arrivals: {closed: 1}\n    class: offline\n"
    "    request: [{h2d: 24 MiB, kernel: {name: pf, elements: 100000}, d2h: 1 MiB}]\n";

/// The same requests come; they are answered as late, but for what whole subtasks in a window, and plain CTAs that come
/// one by one, make of it.
TEST(ClientRuns, GetWhatTheSimulatorSays) {
  const Device device = test::device_of_subtasks("titanx");
  std::istringstream text(kClients);
  const Workload workload = io::parse_workload(text, "clients.yaml");
  Instance instance = resolve(workload, device);
  evaluate::prepare_sharing(instance, device);
  std::vector<std::string> policies{"smk", "smt", "edf", "priority"};
  policies.resize(test::kSanitized ? 1 : policies.size());
  for (const std::string& policy : policies) {
    const Plan plan = find_in(share::policies(), policy)->plan(instance, {}).plan;
    const ClientsOutcome predicted = evaluate::simulate_clients(instance, plan, {.seed = 3});
    Played played(instance, device);
    const ClientsOutcome measured =
        played.run_clients(plan, {.horizon = predicted.horizon, .warm_up = predicted.warm_up}, 3);
    for (std::size_t client = 0; client < predicted.clients.size(); ++client) {
      const ClientOutcome& said = predicted.clients[client];
      const ClientOutcome& seen = measured.clients[client];
      EXPECT_NEAR(static_cast<double>(seen.arrived), static_cast<double>(said.arrived), 1) << policy;
      EXPECT_NEAR(static_cast<double>(seen.answers), static_cast<double>(said.answers), 1) << policy;
      EXPECT_NEAR(seen.all_latencies().mean() / said.all_latencies().mean(), 1, 0.1) << policy << ' ' << client;
      EXPECT_EQ(seen.unfinished, 0U) << policy;
    }
    for (const Stage stage : kStages) {
      EXPECT_NEAR(measured.busy[index(stage)] / predicted.busy[index(stage)], 1, 0.05) << policy << name(stage);
    }
    EXPECT_NEAR(measured.end / predicted.end, 1, 0.01) << policy;
    for (std::uint32_t task = 0; task < instance.size(); ++task) {
      EXPECT_TRUE(played.runs_of(task)) << policy;
    }
  }
}

/// More comes than can be done: what is not begun soon after the horizon stays unfinished, and is counted.
TEST(ClientRuns, LeaveUnfinishedWhatComesTooFast) {
  const Device device = test::device_of_subtasks("titanx");
  std::istringstream text(
      "schema: warpshop.workload/1\nname: too many\nhorizon: 100 ms\nclients:\n  - name: many\n"
      "    arrivals: {at_once: 40}\n    request: [{kernel: {name: mm, elements: 7000}}]\n");
  const Workload workload = io::parse_workload(text, "clients.yaml");
  Instance instance = resolve(workload, device);
  evaluate::prepare_sharing(instance, device);
  const Plan plan = find_in(share::policies(), "sequential")->plan(instance, {}).plan;
  const ClientsOutcome predicted = evaluate::simulate_clients(instance, plan, {});
  Played played(instance, device);
  const ClientsOutcome measured = played.run_clients(plan, {.horizon = Millis{100}});
  EXPECT_GT(predicted.clients[0].unfinished, 10U);
  EXPECT_EQ(measured.clients[0].arrived, 40U);
  EXPECT_NEAR(static_cast<double>(measured.clients[0].unfinished), static_cast<double>(predicted.clients[0].unfinished),
              1);
}

/// A run that is stopped ends at once.
TEST(ClientRuns, StopWhenTheyAreTold) {
  const Device device = test::device_of_subtasks("titanx");
  std::istringstream text(kClients);
  Instance instance = resolve(io::parse_workload(text, "clients.yaml"), device);
  evaluate::prepare_sharing(instance, device);
  Played played(instance, device);
  const Plan plan = find_in(share::policies(), "smk")->plan(instance, {}).plan;
  int asked = 0;
  EXPECT_THROW(played.run_clients(plan, {.horizon = Millis{1000}}, 1,
                                  [&] {
                                    if (++asked == 50) {
                                      throw std::runtime_error("stop");
                                    }
                                  }),
               std::runtime_error);
}

}  // namespace
}  // namespace warpshop::dispatch
