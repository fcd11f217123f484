#include "sim/study/clients/expected_figures.hpp"

#include <gtest/gtest.h>

namespace warpshop::study {
namespace {

/// A client with a goal of 60 ms beside one without.
ClientsFigures figures(double p99, double rest, std::uint64_t unfinished = 0) {
  ClientFigures online{.name = "chat", .unfinished = unfinished, .goal = LatencyGoal{Millis{60}, 0.99}};
  online.reached = Estimate{.value = Millis{p99}, .low = Millis{0.9 * p99}, .high = Millis{1.1 * p99}};
  ClientFigures offline{.name = "vision", .of_alone = rest};
  return {.clients = {online, offline}, .goals = 1};
}

TEST(ExpectedFigures, AreThoseOfTheLongRunTimesTheRatioOfTheShortOnes) {
  const ClientsFigures expected = expected_figures(figures(44, 0.6), figures(40, 0.5), figures(50, 0.45), 0);
  EXPECT_DOUBLE_EQ(expected.clients[0].reached->value.count(), 55);  // 50 · 44 / 40
  EXPECT_DOUBLE_EQ(expected.clients[0].reached->high->count(), 60.5);
  EXPECT_DOUBLE_EQ(*expected.clients[1].of_alone, 0.54);  // 0.45 · 0.6 / 0.5
  EXPECT_DOUBLE_EQ(expected.throughput, 0.54);
  EXPECT_EQ(expected.clients[0].verdict, Verdict::not_sure);  // 60 is within 49.5 … 60.5
}

TEST(ExpectedFigures, WithHopeAreBetter) {
  const ClientsFigures expected = expected_figures(figures(44, 0.6), figures(40, 0.5), figures(50, 0.45), 1);
  EXPECT_LT(expected.clients[0].reached->value.count(), 55);
  EXPECT_GT(*expected.clients[1].of_alone, 0.54);
  EXPECT_EQ(expected.clients[0].verdict, Verdict::kept);
  EXPECT_EQ(expected.goals_kept, 1U);
}

TEST(ExpectedFigures, OfOneThatIsLeftUnansweredAreMissed) {
  const ClientsFigures expected = expected_figures(figures(44, 0.6, 3), figures(40, 0.5), figures(50, 0.45), 1);
  EXPECT_EQ(expected.clients[0].unfinished, 3U);
  EXPECT_EQ(expected.clients[0].verdict, Verdict::missed);
}

TEST(ExpectedFigures, AreItsOwnWhereThereIsNothingToCompareWith) {
  ClientsFigures none = figures(40, 0.5);
  none.clients[0].reached.reset();
  const ClientsFigures expected = expected_figures(figures(44, 0.6), none, none, 0);
  EXPECT_DOUBLE_EQ(expected.clients[0].reached->value.count(), 44);
}

TEST(ExpectedFigures, OfAGoalOfARateAreJudgedByIt) {
  ClientsFigures its = figures(44, 0.6);
  ClientsFigures here = figures(40, 0.5);
  its.clients[1].goal = here.clients[1].goal = SpeedGoal{0.55};
  its.clients[1].verdict = here.clients[1].verdict = Verdict::missed;
  EXPECT_EQ(expected_figures(its, here, here, 0).clients[1].verdict, Verdict::kept);
  its.clients[1].of_alone = 0.5;
  EXPECT_EQ(expected_figures(its, here, here, 0).clients[1].verdict, Verdict::missed);
}

}  // namespace
}  // namespace warpshop::study
