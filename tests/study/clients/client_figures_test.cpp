#include "sim/study/clients/client_figures.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "sim/stats/draws.hpp"

namespace warpshop::study {
namespace {

/// A client of a goal, whose requests took so long.
ClientSet of(Goal goal) {
  ClientSet clients;
  clients.horizon = Millis{1000};
  clients.all = {{.name = "a", .tasks = {0, 1}, .arrivals = PoissonArrivals{{100}}, .goal = goal}};
  return clients;
}

ClientsOutcome outcome_of(const std::vector<double>& latencies, std::uint64_t unfinished = 0) {
  ClientsOutcome outcome{.clients = {{}}, .horizon = Millis{1000}, .end = Millis{1000}, .busy = {}};
  ClientOutcome& client = outcome.clients.front();
  client.arrived = latencies.size() + unfinished;
  client.unfinished = unfinished;
  client.answers = latencies.size();
  client.until_horizon = latencies.size();
  for (std::size_t i = 0; i < latencies.size(); ++i) {
    client.latencies[i % client.latencies.size()].add(latencies[i]);
  }
  return outcome;
}

TEST(ClientFigures, RequestsThatWereNeverBegunAreLaterThanAllOthers) {
  const std::vector<double> latencies(90, 4);
  const ClientFigures figures = client_figures(of(LatencyGoal{Millis{5}, 0.8}), outcome_of(latencies, 10)).clients[0];
  EXPECT_EQ(figures.requests, 100U);
  EXPECT_EQ(figures.unfinished, 10U);
  EXPECT_NEAR(figures.latency->p50->count(), 4, 4 * stats::LatencyHistogram::kError);
  EXPECT_FALSE(figures.latency->p95);
  EXPECT_FALSE(figures.latency->p99);
  EXPECT_FALSE(figures.latency->most);
  EXPECT_EQ(figures.verdict, Verdict::not_sure);  // 80 % are answered within 5 ms, of few requests
  EXPECT_EQ(client_figures(of(LatencyGoal{Millis{5}, 0.95}), outcome_of(latencies, 10)).clients[0].verdict,
            Verdict::missed);
}

// What happens within 1e-9 of the time that has passed is decided together: 31.5 ms at the end of a year.
TEST(ClientFigures, ALatencyMayBeOffByAnInstantOfALongHorizon) {
  const auto judged = [](double goal, double horizon, bool drawn) {
    ClientSet clients = of(LatencyGoal{Millis{goal}, 0.5});
    if (!drawn) {
      clients.all[0].arrivals = PeriodicArrivals{Millis{1}, Millis{0}};
    }
    ClientsOutcome outcome = outcome_of(std::vector<double>(6'999, 3));
    outcome.horizon = Millis{horizon};
    return client_figures(clients, outcome).clients[0];
  };
  constexpr double kYear = 3.1536e10;
  for (const bool drawn : {true, false}) {
    EXPECT_EQ(judged(4, 6e4, drawn).verdict, Verdict::kept);
    EXPECT_EQ(judged(2, 6e4, drawn).verdict, Verdict::missed);
    EXPECT_EQ(judged(4, kYear, drawn).verdict, Verdict::not_sure);
    EXPECT_EQ(judged(2, kYear, drawn).verdict, Verdict::not_sure);
    EXPECT_EQ(judged(35, kYear, drawn).verdict, Verdict::kept);
  }
  EXPECT_NEAR(judged(4, kYear, true).reached->high->count(), 3 + 31.536, 0.1);
}

TEST(ClientFigures, AGoalOfALatencyIsJudgedByTheEndsOfItsInterval) {
  std::vector<double> latencies;
  for (int i = 0; i < 20'000; ++i) {
    latencies.push_back(1 + i % 20 + i * 7 % 13);  // batches differ
  }
  const ClientFigures figures = client_figures(of(LatencyGoal{Millis{26}, 0.8}), outcome_of(latencies)).clients[0];
  ASSERT_TRUE(figures.reached);
  const double reached = figures.reached->value.count();
  EXPECT_FALSE(figures.reached->high) << "batches of 1000 that differ so much tell little";
  const auto verdict = [&](double goal) {
    return client_figures(of(LatencyGoal{Millis{goal}, 0.8}), outcome_of(latencies)).clients[0].verdict;
  };
  EXPECT_EQ(verdict(reached * 1.01), Verdict::not_sure);
  EXPECT_EQ(verdict(100), Verdict::not_sure) << "no interval, not kept";
  EXPECT_EQ(verdict(1), Verdict::missed);
}

TEST(ClientFigures, OfIndependentRequestsAGoalWithinTheIntervalIsNotSure) {
  stats::Draws draws(1);
  std::vector<double> latencies;
  for (int i = 0; i < 20'000; ++i) {
    latencies.push_back(-std::log1p(-draws.unit()));
  }
  const auto found = [&](double goal) {
    return client_figures(of(LatencyGoal{Millis{goal}, 0.99}), outcome_of(latencies)).clients[0];
  };
  const ClientFigures figures = found(1);
  ASSERT_TRUE(figures.reached->high);
  EXPECT_LT(*figures.reached->low, Millis{std::log(100)});
  EXPECT_GT(*figures.reached->high, Millis{std::log(100)});
  EXPECT_EQ(figures.verdict, Verdict::missed);
  EXPECT_EQ(found(figures.reached->value.count() * 1.001).verdict, Verdict::not_sure);
  EXPECT_EQ(found(figures.reached->high->count() * 1.001).verdict, Verdict::kept);
}

TEST(ClientFigures, FewRequestsHaveNoIntervalAndKeepNoGoalForSure) {
  const ClientFigures figures =
      client_figures(of(LatencyGoal{Millis{5}, 0.99}), outcome_of(std::vector<double>(6'999, 4))).clients[0];
  EXPECT_FALSE(figures.reached->low);
  EXPECT_EQ(figures.verdict, Verdict::not_sure);
  EXPECT_NEAR(figures.reached->runs, 7000.0 / 6999, 1e-9);
}

TEST(ClientFigures, OfFewRequestsAGoalIsMissedOnlyWhereThatIsNoChance) {
  const auto verdict = [](std::size_t requests, std::size_t late) {
    std::vector<double> latencies(requests, 4);
    for (std::size_t i = 0; i < late; ++i) {
      latencies[i * 24 % requests] = 9;  // far from each other
    }
    return client_figures(of(LatencyGoal{Millis{5}, 0.99}), outcome_of(latencies)).clients[0].verdict;
  };
  EXPECT_EQ(verdict(10, 1), Verdict::not_sure) << "one of ten comes once in ten times: 1 - 0.99^10";
  EXPECT_EQ(verdict(10, 3), Verdict::missed);
  EXPECT_EQ(verdict(100, 2), Verdict::not_sure);
  EXPECT_EQ(verdict(100, 5), Verdict::missed);
  EXPECT_EQ(verdict(10, 0), Verdict::not_sure);
}

TEST(ClientFigures, WhatWaitedWhenTheTimeThatCountsBeganIsNotMoreThanAlone) {
  ClientsOutcome outcome = outcome_of(std::vector<double>(100, 4));
  std::vector<ClientFigures> alone = client_figures(of(SpeedGoal{1}), outcome).clients;
  outcome.clients[0].answers = 103;  // three that came during the warm-up
  ClientSet clients = of(SpeedGoal{1});
  EXPECT_DOUBLE_EQ(*client_figures(clients, outcome, alone).clients[0].of_alone, 1);
  outcome.clients[0].until_horizon = 90;
  EXPECT_DOUBLE_EQ(*client_figures(clients, outcome, alone).clients[0].of_alone, 0.9);
  clients.all[0].arrivals = ClosedArrivals{};
  EXPECT_DOUBLE_EQ(*client_figures(clients, outcome, alone).clients[0].of_alone, 1.03);
}

TEST(ClientFigures, WhereNothingIsDrawnTheFigureItselfCounts) {
  ClientSet clients = of(LatencyGoal{Millis{5}, 0.99});
  clients.all[0].arrivals = PeriodicArrivals{.period = Millis{10}};
  const ClientsOutcome outcome = outcome_of(std::vector<double>(100, 4));
  EXPECT_EQ(client_figures(clients, outcome).clients[0].verdict, Verdict::kept);
}

TEST(ClientFigures, ARateIsReachedByHowManyCame) {
  EXPECT_TRUE(client_figures(of(RateGoal{{100}}), outcome_of(std::vector<double>(99, 4), 1)).clients[0].goal_kept());
  EXPECT_FALSE(client_figures(of(RateGoal{{100}}), outcome_of(std::vector<double>(90, 4), 10)).clients[0].goal_kept());
  EXPECT_TRUE(client_figures(of(RateGoal{{90}}), outcome_of(std::vector<double>(90, 4), 10)).clients[0].goal_kept());
  EXPECT_FALSE(client_figures(of(RateGoal{{200}}), outcome_of(std::vector<double>(100, 4))).clients[0].goal_kept());
}

TEST(ClientFigures, SpeedIsRelativeToTheGpuToItself) {
  const std::vector<ClientFigures> alone =
      client_figures(of(SpeedGoal{1}), outcome_of(std::vector<double>(200, 4))).clients;
  const ClientsFigures figures = client_figures(of(SpeedGoal{0.5}), outcome_of(std::vector<double>(100, 4)), alone);
  EXPECT_DOUBLE_EQ(*figures.clients[0].of_alone, 0.5);
  EXPECT_TRUE(figures.clients[0].goal_kept());
  EXPECT_DOUBLE_EQ(figures.throughput, 0.5);
  EXPECT_EQ(figures.goals_kept, 1U);
  EXPECT_FALSE(
      client_figures(of(SpeedGoal{0.51}), outcome_of(std::vector<double>(100, 4)), alone).clients[0].goal_kept());
}

TEST(ClientFigures, OfferedLoadCountsWhatDoesNotWaitForAnswers) {
  Instance instance;
  instance.jobs.resize(2);
  for (Job& job : instance.jobs) {
    job.has = {true, true, false};
    job.copies[0].payload = Millis{2};
    job.kernel = Millis{5};
  }
  instance.clients.all = {
      {.name = "open", .tasks = {0, 1}, .arrivals = PoissonArrivals{{100}}, .demand = {{0.5, 1}, {0.5, 3}}},
      {.name = "closed", .tasks = {1, 1}, .arrivals = ClosedArrivals{}}};
  const auto load = offered_load(instance);
  EXPECT_DOUBLE_EQ(load[0], 0.2);
  EXPECT_DOUBLE_EQ(load[1], 1.0);
  EXPECT_DOUBLE_EQ(load[2], 0);
}

}  // namespace
}  // namespace warpshop::study
