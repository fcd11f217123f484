// Requests worked out by hand.
#include "sim/evaluate/clients/client_simulation.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/planned_by.hpp"

namespace warpshop::evaluate {
namespace {

/// Kernels that fill the GPU, one a client, which takes so long.
Instance of_kernels(const std::vector<double>& times) {
  Instance instance;
  instance.chip =
      Chip{.sm = {.count = 4, .registers = 65536, .shared_memory = Bytes{96 << 10}, .threads = 2048, .ctas = 32}};
  for (const double time : times) {
    Job& job = instance.jobs.emplace_back();
    job.has = {false, true, false};
    job.kernel = Millis{time};
    const auto task = static_cast<std::uint32_t>(instance.jobs.size() - 1);
    instance.families.push_back(task + 1);
    instance.clients.all.push_back({.name = std::string(1, static_cast<char>('x' + task)), .tasks = {task, 1}});
  }
  instance.clients.horizon = Millis{100};
  return instance;
}

RecordedArrivals at(const std::vector<double>& times) {
  RecordedArrivals arrivals;
  for (const double time : times) {
    arrivals.times.emplace_back(time);
  }
  return arrivals;
}

double mean(const ClientsOutcome& outcome, std::size_t client) {
  return outcome.clients[client].all_latencies().mean();
}

// Requests of x at 0, 1 and 2 wait in its queue: at 5, when its first kernel ends, its next one is there as well as
// y's, which is shorter.
TEST(ClientSimulation, TheNextRequestOfAClientIsAnotherKernel) {
  Instance instance = of_kernels({5, 3});
  instance.clients.all[0].arrivals = at({0, 1, 2});
  instance.clients.all[1].arrivals = at({4});
  for (const char* policy : {"sjf", "srt"}) {
    const ClientsOutcome outcome = simulate_clients(instance, test::planned_by(policy, instance).plan, {});
    EXPECT_DOUBLE_EQ(mean(outcome, 1), 4) << policy;
    EXPECT_DOUBLE_EQ(mean(outcome, 0), (5 + 12 + 16) / 3.0) << policy;
  }
}

TEST(ClientSimulation, TheEarliestDeadlineGoesFirstOfThoseThatAreThere) {
  Instance instance = of_kernels({5, 3});
  instance.clients.all[0].arrivals = at({0, 1, 2});
  instance.clients.all[0].goal = LatencyGoal{Millis{9}, 0.5};
  instance.clients.all[1].arrivals = at({4});
  instance.clients.all[1].goal = LatencyGoal{Millis{9.5}, 0.5};
  const ClientsOutcome outcome = simulate_clients(instance, test::planned_by("edf", instance).plan, {});
  EXPECT_DOUBLE_EQ(mean(outcome, 1), 4);  // due at 13.5, before x's second one, which is ready at 5, at 14
}

TEST(ClientSimulation, TheHostWorksBeforeTheFirstCommand) {
  Instance instance = of_kernels({1});
  instance.jobs[0].release = Millis{2};
  instance.clients.all[0].arrivals = ClosedArrivals{1, Millis{0}, false};
  const ClientsOutcome outcome = simulate_clients(instance, {.order = {0}}, {});
  EXPECT_DOUBLE_EQ(mean(outcome, 0), 3);
  EXPECT_DOUBLE_EQ(outcome.clients[0].waited / Millis{1}, 2.0 * static_cast<double>(outcome.clients[0].arrived));
  EXPECT_NEAR(static_cast<double>(outcome.clients[0].answers), 30, 1);
}

TEST(ClientSimulation, WhatIsNotBegunSoonAfterTheHorizonStaysUnfinished) {
  Instance instance = of_kernels({30});
  instance.clients.all[0].arrivals = ArrivalsAtOnce{10};
  const ClientsOutcome outcome = simulate_clients(instance, {.order = {0}}, {});
  EXPECT_EQ(outcome.clients[0].arrived, 10U);
  EXPECT_EQ(outcome.clients[0].answers, 3U);  // at 30, 60 and 90
  EXPECT_EQ(outcome.clients[0].until_horizon, 3U);
  EXPECT_EQ(outcome.clients[0].unfinished, 6U);  // the fourth was begun at 90, nobody at 120
  EXPECT_EQ(outcome.end, Millis{120});
}

TEST(ClientSimulation, AnswersUntilTheHorizonCountFromTheStart) {
  Instance instance = of_kernels({3});
  instance.clients.all[0].arrivals = PeriodicArrivals{.period = Millis{10}, .offset = Millis{0}};
  const ClientsOutcome outcome = simulate_clients(instance, {.order = {0}}, {});  // until 100, of which 10 do not count
  EXPECT_EQ(outcome.clients[0].until_horizon, 10U);
  EXPECT_EQ(outcome.clients[0].answers, 9U);
}

TEST(ClientSimulation, AsManyRequestsAsStreamsAreOnTheGpu) {
  Instance instance = of_kernels({10});
  instance.jobs[0].has[0] = true;
  instance.jobs[0].copies[0].payload = Millis{10};
  instance.clients.all[0].arrivals = ArrivalsAtOnce{4};
  EXPECT_EQ(simulate_clients(instance, {.order = {0}}, {}).end, Millis{80});
  instance.jobs.push_back(instance.jobs[0]);
  instance.families.push_back(1);
  instance.clients.all[0].tasks.count = instance.clients.all[0].streams = 2;
  EXPECT_EQ(simulate_clients(instance, {.order = {0, 1}}, {}).end, Millis{50});  // copies behind kernels
}

}  // namespace
}  // namespace warpshop::evaluate
