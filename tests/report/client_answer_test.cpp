// What is said of goals on which what is assumed decides.
#include "sim/report/client_answer.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop::report {
namespace {

/// A client of that goal which is kept as assumed, and not sure over what is assumed.
ClientFigures turned(Goal goal, AssumedFigures over) {
  ClientFigures client{.name = "chat", .rate = {40}, .of_alone = 0.7, .goal = goal};
  client.reached = Estimate{.value = Millis{40}, .low = Millis{39}, .high = Millis{41}};
  client.verdict = Verdict::not_sure;
  over.as_assumed = Verdict::kept;
  client.over_assumed = over;
  return client;
}

ClientComparison comparison_of(const ClientFigures& client, Share share = {}) {
  ClientComparison comparison;
  comparison.horizon = Millis{1000};
  comparison.clients = {{.name = "chat", .goal = client.goal}, {.name = "vision"}};
  comparison.alone.resize(2);
  ClientsResult result{.policy = "smk", .figures = {.clients = {client, {.name = "vision", .rate = {5}}}, .goals = 1}};
  result.assumed = {{"clients.chat.compute", 0.07, 0.54}, {"context_switch", 0.005, 0.2}};
  result.plan.share = std::move(share);
  comparison.results = {result};
  return comparison;
}

bool has_remark(const ClientComparison& comparison, const std::string& text) {
  const std::vector<std::string> all = remarks(comparison);
  return std::find(all.begin(), all.end(), text) != all.end();
}

TEST(ClientAnswer, SaysWhatIsKeptAsAssumedAndTheFigureOverThat) {
  AssumedFigures over;
  over.reached_low = Millis{9.5};
  over.reached_high = Millis{95.8};
  ClientComparison comparison = comparison_of(turned(LatencyGoal{Millis{60}, 0.99}, over));
  EXPECT_EQ(
      answer_text(comparison),
      "smk is not sure to keep the goal (chat: kept as assumed, 99 % within 41.0 ms of 60 ms; 9.50 to 95.8 ms over "
      "what is assumed of chat's compute, changes of context) and leaves vision 5.00 /s.");
  EXPECT_TRUE(
      has_remark(comparison, "whether chat keeps its goal depends on what is assumed: 9.50 to 95.8 ms under smk"));
  over.reached_high.reset();
  comparison = comparison_of(turned(LatencyGoal{Millis{60}, 0.99}, over));
  EXPECT_TRUE(
      has_remark(comparison, "whether chat keeps its goal depends on what is assumed: 9.50 ms to never under smk"));
}

TEST(ClientAnswer, SaysRatesAndSpeedsOverWhatIsAssumedToo) {
  AssumedFigures over;
  over.rate_low = {30};
  over.rate_high = {41.5};
  over.of_alone_low = 0.5;
  over.of_alone_high = 0.75;
  EXPECT_TRUE(has_remark(comparison_of(turned(RateGoal{{38}}, over)),
                         "whether chat keeps its goal depends on what is assumed: 30.0 to 41.5 /s under smk"));
  EXPECT_TRUE(
      has_remark(comparison_of(turned(SpeedGoal{0.6}, over)),
                 "whether chat keeps its goal depends on what is assumed: 50.0 to 75.0 % of its speed alone under "
                 "smk"));
}

TEST(ClientAnswer, SaysThatGoalsHoldWhereNoEndTurnsThem) {
  ClientFigures client = turned(RateGoal{{30}}, {});
  client.verdict = Verdict::kept;
  EXPECT_TRUE(
      has_remark(comparison_of(client),
                 "what is said of goals holds over the ranges of what is assumed of kernels and context switches"));
  client.over_assumed.reset();
  EXPECT_FALSE(
      has_remark(comparison_of(client),
                 "what is said of goals holds over the ranges of what is assumed of kernels and context switches"));
}

TEST(ClientAnswer, SaysWhereKernelsHaveToBeRewrittenAndWhereMigKeepsNothingApart) {
  const ClientFigures client{.name = "chat", .rate = {40}};
  const std::string rewritten =
      "smk: to run so, kernels have to be rewritten: persistent CTAs, as many on each SM as they are told";
  EXPECT_TRUE(has_remark(comparison_of(client), rewritten));
  Share plain;
  plain.form = KernelForm::plain;
  plain.home = {0, 0};
  EXPECT_FALSE(has_remark(comparison_of(client, plain), rewritten));
  const std::string one_instance =
      "smk: all clients are in one MIG instance, which keeps nothing apart: there they share as under leftover";
  EXPECT_TRUE(has_remark(comparison_of(client, plain), one_instance));
  plain.home = {0, 1};
  EXPECT_FALSE(has_remark(comparison_of(client, plain), one_instance));
}

}  // namespace
}  // namespace warpshop::report
