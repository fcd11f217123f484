#include "sim/model/client_sweep.hpp"

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop {
namespace {

constexpr const char* kRate = "clients.chat.arrivals.poisson";
constexpr const char* kLatency = "clients.chat.goal.latency";

ClientsFigures figures_with(Verdict verdict) {
  return {.clients = {},
          .goals = 1,
          .goals_kept = verdict == Verdict::kept ? 1U : 0U,
          .goals_missed = verdict == Verdict::missed ? 1U : 0U};
}

/// What one policy does at each value of one axis.
ClientSweep sweep_of_verdicts(SweepAxis axis, const std::vector<Verdict>& verdicts) {
  ClientSweep sweep{.name = "test", .axes = {{"device", {"box"}}, std::move(axis)}, .policies = {"mps"}, .cells = {}};
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    ClientSweepCell& cell = sweep.cells.emplace_back();
    cell.values = {0, i};
    cell.comparison.clients = {{.name = "chat", .goal = LatencyGoal{Millis{50}, 0.99}}};
    cell.comparison.results = {{.policy = "mps:" + std::to_string(i), .figures = figures_with(verdicts[i])}};
    cell.comparison.results.front().asked = {"mps"};
  }
  sweep.ranges = kept_ranges(sweep);
  return sweep;
}

TEST(ClientSweep, KnowsWhichValuesOfAnAxisAreHarder) {
  EXPECT_EQ(harder_values(kRate), Harder::with_more);
  EXPECT_EQ(harder_values("clients.chat.arrivals.every"), Harder::with_less);
  EXPECT_EQ(harder_values(kLatency), Harder::with_less);
  EXPECT_EQ(harder_values("clients.a.b.goal.rate"), Harder::with_more);
  EXPECT_EQ(harder_values("clients.chat.request.kernel.time"), std::nullopt);
  EXPECT_EQ(harder_values("launch_latency"), std::nullopt);
  EXPECT_EQ(harder_values("tasks.chat.arrivals.poisson"), std::nullopt);
  EXPECT_TRUE(is_load(kRate));
  EXPECT_FALSE(is_load(kLatency));
  EXPECT_TRUE(is_whole("clients.chat.arrivals.closed"));
  EXPECT_FALSE(is_whole(kRate));
  EXPECT_EQ(client_of("clients.a.b.arrivals.poisson"), "a.b");
  EXPECT_EQ(client_of("clients.*.arrivals.poisson"), "");
}

TEST(ClientSweep, AllGoalsAreKeptWhereEachIsAndMissedWhereAnyIs) {
  EXPECT_EQ(verdict_of_all({.goals = 2, .goals_kept = 2}), Verdict::kept);
  EXPECT_EQ(verdict_of_all({.goals = 2, .goals_kept = 1}), Verdict::not_sure);
  EXPECT_EQ(verdict_of_all({.goals = 2, .goals_kept = 1, .goals_missed = 1}), Verdict::missed);
  EXPECT_EQ(verdict_of_all({.goals = 2, .goals_missed = 1}), Verdict::missed);
}

TEST(ClientSweep, TheBoundIsTheHardestValueThatIsKept) {
  const ClientSweep sweep = sweep_of_verdicts({kRate, {"60 /s", "20 /s", "0.04 /ms", "80 /s"}},
                                              {Verdict::not_sure, Verdict::kept, Verdict::kept, Verdict::missed});
  ASSERT_EQ(sweep.ranges.size(), 1U);
  const auto bound = bound_of(sweep, sweep.ranges.front());
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->value, "0.04 /ms");
  EXPECT_EQ(bound->at.policy, "mps:2");
  EXPECT_EQ(bound->next, "60 /s");
  EXPECT_EQ(bound->next_verdict, Verdict::not_sure);
  EXPECT_TRUE(bound->not_sure.empty());
}

TEST(ClientSweep, WhatIsNotSureIsNoReasonAgainstABoundBeyondIt) {
  const ClientSweep sweep =
      sweep_of_verdicts({kRate, {"20 /s", "40 /s", "60 /s"}}, {Verdict::not_sure, Verdict::kept, Verdict::missed});
  const auto bound = bound_of(sweep, sweep.ranges.front());
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->value, "40 /s");
  EXPECT_EQ(bound->not_sure, std::vector<std::string>{"20 /s"});
}

TEST(ClientSweep, ALongerGoalIsEasier) {
  const ClientSweep sweep =
      sweep_of_verdicts({kLatency, {"20 ms", "40 ms", "50 ms"}}, {Verdict::missed, Verdict::kept, Verdict::kept});
  const auto bound = bound_of(sweep, sweep.ranges.front());
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->value, "40 ms");
  EXPECT_EQ(bound->next, "20 ms");
}

TEST(ClientSweep, ThereIsNoBoundWhereNothingIsKeptOrSomethingEasierIsMissed) {
  const SweepAxis rates{kRate, {"20 /s", "40 /s", "60 /s"}};
  const ClientSweep never = sweep_of_verdicts(rates, {Verdict::missed, Verdict::missed, Verdict::missed});
  EXPECT_FALSE(bound_of(never, never.ranges.front()));
  EXPECT_TRUE(never.ranges.front().is_bounded());
  const ClientSweep again = sweep_of_verdicts(rates, {Verdict::kept, Verdict::missed, Verdict::kept});
  EXPECT_FALSE(bound_of(again, again.ranges.front()));
  EXPECT_FALSE(again.ranges.front().is_bounded());
  const ClientSweep all = sweep_of_verdicts(rates, {Verdict::kept, Verdict::kept, Verdict::kept});
  EXPECT_EQ(bound_of(all, all.ranges.front())->value, "60 /s");
  EXPECT_FALSE(bound_of(all, all.ranges.front())->next);
}

TEST(ClientSweep, NoRangeIsOfValuesThatAreNoNumbersOfOneKindOfOneValueOrWithoutGoals) {
  const std::vector<Verdict> kept(2, Verdict::kept);
  EXPECT_TRUE(sweep_of_verdicts({kRate, {"20 /s", "many"}}, kept).ranges.empty());
  EXPECT_TRUE(sweep_of_verdicts({kRate, {"20 /s", "40 ms"}}, kept).ranges.empty());
  EXPECT_TRUE(sweep_of_verdicts({"link", {"1", "2"}}, kept).ranges.empty());
  EXPECT_TRUE(sweep_of_verdicts({kRate, {"20 /s"}}, {Verdict::kept}).ranges.empty());
  ClientSweep without = sweep_of_verdicts({kRate, {"20 /s", "40 /s"}}, kept);
  for (ClientSweepCell& cell : without.cells) {
    cell.comparison.clients.front().goal.reset();
  }
  EXPECT_TRUE(kept_ranges(without).empty());
}

TEST(ClientSweep, RangesAreAlongArrivalsBesideEachGoal) {
  ClientSweep sweep{.name = "test",
                    .axes = {{"device", {"box"}}, {kRate, {"20 /s", "40 /s"}}, {kLatency, {"40 ms", "50 ms"}}},
                    .policies = {"mps", "smk"},
                    .cells = {}};
  for (std::size_t cell = 0; cell < 4; ++cell) {
    ClientSweepCell& made = sweep.cells.emplace_back();
    made.values = cell_values(sweep.axes, cell);
    made.comparison.clients = {{.name = "chat", .goal = LatencyGoal{Millis{50}, 0.99}}};
    made.comparison.results = {{.policy = "mps:1", .figures = figures_with(Verdict::kept)}};
    made.comparison.results.front().asked = {"smk", "mps"};  // both came to the same
  }
  sweep.cells.back().comparison.results.clear();  // it failed there, or was left out
  const std::vector<KeptRange> ranges = kept_ranges(sweep);
  ASSERT_EQ(ranges.size(), 2U);  // beside 50 ms one rate alone is left
  EXPECT_EQ(ranges[0].axis, 1U);
  EXPECT_EQ(ranges[0].others, (std::vector<std::size_t>{0, 0, 0}));
  EXPECT_EQ(ranges[0].policy, "mps");
  EXPECT_EQ(ranges[1].policy, "smk");
  EXPECT_EQ(ranges[1].tried.size(), 2U);
}

/// By the definition: a value that is kept, as nothing harder is, and nothing easier is missed.
std::optional<std::string> slow_bound(const std::vector<std::string>& values, const std::vector<Verdict>& verdicts) {
  for (std::size_t bound = 0; bound < values.size(); ++bound) {
    bool is_bound = verdicts[bound] == Verdict::kept;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool is_harder = std::stod(values[i]) > std::stod(values[bound]);
      is_bound = is_bound && verdicts[i] != (is_harder ? Verdict::kept : Verdict::missed);
    }
    if (is_bound) {
      return values[bound];
    }
  }
  return std::nullopt;
}

TEST(ClientSweep, BoundsAreThoseOfTheDefinition) {
  std::mt19937 random(7);
  std::size_t bounds = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::string> values{"10 /s", "20 /s", "30 /s", "40 /s"};
    std::shuffle(values.begin(), values.end(), random);
    std::vector<Verdict> verdicts;
    for (std::size_t i = 0; i < values.size(); ++i) {
      verdicts.push_back(static_cast<Verdict>(random() % 3));
    }
    const ClientSweep sweep = sweep_of_verdicts({kRate, values}, verdicts);
    const auto bound = bound_of(sweep, sweep.ranges.front());
    const auto expected = slow_bound(values, verdicts);
    ASSERT_EQ(bound.has_value(), expected.has_value()) << round;
    if (bound) {
      EXPECT_EQ(bound->value, *expected) << round;
      ++bounds;
    }
  }
  EXPECT_GT(bounds, 200U);
}

}  // namespace
}  // namespace warpshop
