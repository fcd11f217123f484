#include "sim/report/client_sweep_text.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/report/client_sweep_table.hpp"

namespace warpshop::report {
namespace {

constexpr const char* kRates = "clients.chat.arrivals.poisson";

/// What a policy does at one value: whether chat's goal is kept, and what vision gets.
struct Told {
  std::string asked;
  std::string policy;
  Verdict verdict = Verdict::kept;
  double rest = 0;
};

ClientsResult told_result(const Told& told) {
  ClientFigures chat{.name = "chat", .rate = {40}, .goal = LatencyGoal{Millis{50}, 0.99}};
  chat.reached = Estimate{.value = Millis{40}, .low = Millis{39}, .high = Millis{41}};
  chat.verdict = told.verdict;
  const ClientFigures vision{.name = "vision", .rate = {told.rest}};
  ClientsResult result{.policy = told.policy,
                       .figures = {.clients = {chat, vision},
                                   .goals = 1,
                                   .goals_kept = told.verdict == Verdict::kept ? 1U : 0U,
                                   .goals_missed = told.verdict == Verdict::missed ? 1U : 0U}};
  result.asked = {told.asked};
  return result;
}

/// A cell for each value of one axis.
ClientSweep told_sweep(SweepAxis axis, const std::vector<std::vector<Told>>& cells, std::vector<std::string> policies) {
  ClientSweep sweep{
      .name = "test", .axes = {{"device", {"box"}}, std::move(axis)}, .policies = std::move(policies), .cells = {}};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    ClientSweepCell& cell = sweep.cells.emplace_back();
    cell.values = {0, i};
    cell.comparison.workload = "chat beside vision";
    cell.comparison.device = "box";
    cell.comparison.horizon = Millis{200'000};
    cell.comparison.clients = {{.name = "chat", .goal = LatencyGoal{Millis{50}, 0.99}}, {.name = "vision"}};
    cell.comparison.alone.resize(2);
    for (const Told& told : cells[i]) {
      cell.comparison.results.push_back(told_result(told));
    }
  }
  sweep.ranges = kept_ranges(sweep);
  return sweep;
}

TEST(ClientSweepText, SaysHowFarEachPolicyGoesTheFurthestFirst) {
  const ClientSweep sweep = told_sweep(
      {kRates, {"20 /s", "40 /s", "60 /s"}},
      {{{"smk", "smk", Verdict::missed, 80}, {"priority", "priority:1/0", Verdict::kept, 70}, {"mps", "mps:30/100"}},
       {{"mps", "mps:45/100", Verdict::kept, 71.2},
        {"priority", "priority:1/0", Verdict::not_sure, 60},
        {"smk", "smk", Verdict::missed}},
       {{"mps", "mps:60/100", Verdict::missed},
        {"priority", "priority:0/1", Verdict::missed},
        {"smk", "smk", Verdict::missed}}},
      {"smk", "priority", "mps"});
  EXPECT_EQ(kept_lines(sweep),
            (std::vector<std::string>{
                "chat beside vision on box: mps keeps the goal up to 40 /s of chat (as mps:45/100, leaving vision "
                "71.2 /s; at 60 /s missed); priority up to 20 /s (as priority:1/0, leaving vision 70.0 /s; at 40 /s "
                "not sure); smk nowhere."}));
  EXPECT_EQ(remarks(sweep),
            (std::vector<std::string>{"between the values of the grid nothing was tried, which refine: true does"}));
}

TEST(ClientSweepText, PrintsNoBoundWhereAHarderValueIsKeptAgain) {
  const ClientSweep sweep =
      told_sweep({kRates, {"20 /s", "40 /s", "60 /s"}},
                 {{{"smk", "smk"}}, {{"smk", "smk", Verdict::missed}}, {{"smk", "smk"}}}, {"smk"});
  EXPECT_EQ(kept_lines(sweep).front(),
            "chat beside vision on box: smk keeps the goal at 20 /s, 60 /s, but missed at 40 /s: no bound.");
  EXPECT_TRUE(remarks(sweep).empty());
}

TEST(ClientSweepText, SaysWhichEasierValuesAreNotSure) {
  const ClientSweep sweep = told_sweep(
      {kRates, {"20 /s", "40 /s", "60 /s"}},
      {{{"smk", "smk", Verdict::not_sure}}, {{"smk", "smk", Verdict::kept, 3}}, {{"smk", "smk", Verdict::missed}}},
      {"smk"});
  EXPECT_EQ(kept_lines(sweep).front(),
            "chat beside vision on box: smk keeps the goal up to 40 /s of chat (leaving vision 3.00 /s; at 60 /s "
            "missed, at 20 /s not sure).");
}

TEST(ClientSweepText, SaysWhereTheEndOfTheGridIsTheBoundAndWhereNothingIsSure) {
  const ClientSweep sweep = told_sweep({kRates, {"20 /s", "40 /s"}},
                                       {{{"smk", "smk", Verdict::kept, 5}, {"mps", "mps:1", Verdict::not_sure}},
                                        {{"smk", "smk", Verdict::kept, 4}, {"mps", "mps:1", Verdict::missed}}},
                                       {"mps", "smk"});
  EXPECT_EQ(kept_lines(sweep).front(),
            "chat beside vision on box: smk keeps the goal up to 40 /s of chat (leaving vision 4.00 /s; the most "
            "tried); mps nowhere for sure (not sure at 20 /s).");
}

TEST(ClientSweepText, GoalsGetHarderDownwards) {
  const ClientSweep sweep =
      told_sweep({"clients.chat.goal.latency", {"40 ms", "50 ms"}},
                 {{{"smk", "smk", Verdict::missed}}, {{"smk", "smk", Verdict::kept, 3}}}, {"smk"});
  EXPECT_EQ(kept_lines(sweep).front(),
            "chat beside vision on box: smk keeps the goal down to chat.goal.latency 50 ms (leaving vision 3.00 /s; at "
            "40 ms missed).");
}

TEST(ClientSweepText, SaysWhatWasFoundBetweenTheValuesOfTheGrid) {
  ClientSweep sweep =
      told_sweep({kRates, {"20 /s", "40 /s"}}, {{{"smk", "smk"}}, {{"smk", "smk", Verdict::missed}}}, {"smk"});
  sweep.ranges.front().refined =
      RefinedBound{.value = "31.2 /s", .at = told_result({"smk", "smk", Verdict::kept, 9.5}), .next = "31.7 /s"};
  EXPECT_EQ(kept_lines(sweep).front(),
            "chat beside vision on box: smk keeps the goal up to 31.2 /s of chat (leaving vision 9.50 /s; at 31.7 /s "
            "missed).");
  EXPECT_NE(remarks(sweep).front().find("differ by 2 %"), std::string::npos);
}

TEST(ClientSweepText, CountsCellsWhereNoAxisGetsHarder) {
  const ClientSweep sweep =
      told_sweep({"link", {"1", "2", "4"}},
                 {{{"smk", "smk", Verdict::missed}}, {{"smk", "smk", Verdict::not_sure}}, {{"smk", "smk"}}}, {"smk"});
  EXPECT_EQ(kept_lines(sweep).front(), "Of 3 cells, every goal is kept by smk in 1, not sure in 1.");
}

TEST(ClientSweepText, SaysWhichGoalNoSettingKeepsAndWhichHorizonWouldTell) {
  ClientSweep sweep = told_sweep({kRates, {"20 /s", "40 /s"}},
                                 {{{"smk", "smk", Verdict::not_sure}}, {{"smk", "smk", Verdict::missed}}}, {"smk"});
  sweep.cells[1].comparison.alone[0] = {.name = "chat", .goal = LatencyGoal{Millis{50}, 0.99}};
  sweep.cells[1].comparison.alone[0].verdict = Verdict::missed;
  Estimate& reached = *sweep.cells[0].comparison.results[0].figures.clients[0].reached;
  reached.low = reached.high = std::nullopt;
  reached.runs = 2.5;
  EXPECT_EQ(remarks(sweep),
            (std::vector<std::string>{
                "box: chat does not keep its goal with the GPU to itself at 40 /s: no setting can",
                "where goals are not sure because requests are too few, a horizon of about 500 s would give "
                "intervals"}));
}

TEST(ClientSweepTable, HasARowForEachPolicyInEachCell) {
  const ClientSweep sweep = told_sweep(
      {kRates, {"20 /s", "40 /s"}},
      {{{"smk", "smk", Verdict::kept, 7}, {"mps", "mps:1", Verdict::missed, 8}}, {{"smk", "smk", Verdict::not_sure}}},
      {"smk", "mps"});
  EXPECT_EQ(client_sweep_table(sweep).text({}),
            "   chat.arrivals.poisson  policy  goals                    chat 99 % ms  vision /s\n"
            "*  20 /s                  smk     kept      40.00 (39.00 … 41.00) of 50       7.00\n"
            "                          mps:1   missed    40.00 (39.00 … 41.00) of 50       8.00\n"
            "*  40 /s                  smk     not sure  40.00 (39.00 … 41.00) of 50          0\n");
}

}  // namespace
}  // namespace warpshop::report
