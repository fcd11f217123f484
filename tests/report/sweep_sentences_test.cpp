#include "sim/report/sweep_sentences.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop::report {
namespace {

/// Cells along one axis: what the only policy costs in the median.
Sweep sweep_of(const SweepAxis& axis, const std::vector<double>& costs) {
  Sweep sweep{.name = "test", .engine = "fast", .sets = 9, .axes = {{"device", {"k20c"}}, axis}};
  sweep.policies = {"neh"};
  for (std::size_t i = 0; i < costs.size(); ++i) {
    SweepCell& cell = sweep.cells.emplace_back();
    cell.values = {0, i};
    cell.policies.emplace_back().cost.median = costs[i];
    cell.policies.back().speedup[0].median = 1;
  }
  return sweep;
}

SweepEffect effect_of(const Sweep& sweep) {
  SweepEffect effect{.axis = 1, .others = {0, 0}};
  for (std::size_t i = 0; i < sweep.cells.size(); ++i) {
    effect.values.push_back(i);
    effect.best.push_back(0);
    effect.open.push_back(false);
    effect.gain.push_back(1);
    effect.cost.push_back(sweep.cells[i].policies[0].cost.median);
  }
  return effect;
}

TEST(SweepSentences, SayWhatEachValueCostsBesideTheCheapest) {
  Sweep sweep = sweep_of({"memory", {"pinned", "pageable"}}, {10, 14.1});
  sweep.effects = {effect_of(sweep)};
  EXPECT_EQ(
      sweep_lines(sweep).at(0),
      "memory (k20c): neh is best with pinned (10.000 ms) and gains 0.0 % over the median order; neh is best with "
      "pageable (14.100 ms) and gains 0.0 % over the median order; pageable costs 1.41 times pinned.\n");
  sweep.axes[1].name = "objective";
  EXPECT_EQ(sweep_lines(sweep).at(0).find("costs"), std::string::npos);
}

TEST(SweepSentences, PrintNoSignBeforeZeroAndNoFitOfTwo) {
  Sweep sweep = sweep_of({"gpus", {"1", "2"}}, {20, 10});
  sweep.effects = {effect_of(sweep)};
  sweep.effects[0].numbers = true;
  sweep.effects[0].elasticity = -0.001;
  sweep.effects[0].gain = {1 - 1e-9, 1};
  EXPECT_EQ(
      sweep_lines(sweep).at(0),
      "gpus (k20c): neh is best; it gains 0.0 to 0.0 % over the median order; 1 % more of gpus changes the median "
      "cost by 0.00 %; gpus 1 costs 2.00 times gpus 2.\n");
  sweep.effects[0].fit = 0.5;
  EXPECT_NE(sweep_lines(sweep).at(0).find("by 0.00 % (r² 0.50)"), std::string::npos);
}

TEST(SweepSentences, RankTheCellsWhereNoAxisSaysAnything) {
  const Sweep sweep = sweep_of({"link", {"1", "2", "4"}}, {3, 1, 2});
  EXPECT_EQ(
      sweep_lines(sweep),
      (std::vector<std::string>{"Cells by the median cost of their best policy: k20c, link 2: 1.000 ms (neh); k20c, "
                                "link 4: 2.000 ms (neh); k20c, link 1: 3.000 ms (neh).\n"}));
  EXPECT_TRUE(sweep_lines(sweep_of({"objective", {"cmax", "wc"}}, {3, 1})).empty());
  EXPECT_TRUE(sweep_lines(sweep_of({"link", {"1"}}, {3})).empty());
}

/// A cell with tests of all pairs, of which the first so many show a difference.
std::string line_of(std::size_t policies, std::size_t different, std::uint64_t sets = 100) {
  Sweep sweep = sweep_of({"link", {"1"}}, {1});
  sweep.sets = sets;
  sweep.policies = {};
  SweepCell cell;
  for (std::size_t second = 0; second < policies; ++second) {
    sweep.policies.push_back(std::string(1, static_cast<char>('a' + second)));
    for (std::size_t first = 0; first < second; ++first) {
      cell.tests.push_back({.first = first, .second = second, .p = cell.tests.size() < different ? 0.001 : 0.5});
    }
  }
  return tests_line(sweep, cell);
}

TEST(SweepSentences, NameSixPairsOfPoliciesAtMost) {
  EXPECT_EQ(line_of(1, 0), "");
  EXPECT_EQ(line_of(3, 3), "Every two policies differ (Wilcoxon's signed ranks, Holm's correction: p < 0.01).\n");
  EXPECT_EQ(line_of(3, 2),
            "No clear difference (Wilcoxon's signed ranks, Holm's correction: p ≥ 0.01): b and c (p 0.5).\n");
  EXPECT_EQ(line_of(5, 0), "No two policies differ clearly (Wilcoxon's signed ranks, Holm's correction: p ≥ 0.01).\n");
  EXPECT_EQ(line_of(5, 1),
            "Clear differences (Wilcoxon's signed ranks, Holm's correction: p < 0.01) between these alone: a and b (p "
            "0.001).\n");
  EXPECT_EQ(line_of(6, 7),
            "No clear difference (Wilcoxon's signed ranks, Holm's correction: p ≥ 0.01) between 8 of 15 pairs of "
            "policies; JSON has each.\n");
}

TEST(SweepSentences, SayOnceThatThereAreTooFewSetsForTests) {
  EXPECT_EQ(line_of(3, 0, 7), "");
  EXPECT_NE(line_of(3, 0, 8), "");
  Sweep sweep = sweep_of({"link", {"1", "2"}}, {1, 1});
  sweep.effects = {effect_of(sweep)};
  sweep.sets = 7;
  EXPECT_EQ(sweep_lines(sweep).size(), 1);  // of one policy there are none
  sweep.policies.emplace_back("fifo");
  EXPECT_EQ(sweep_lines(sweep).at(0),
            "Of fewer than 8 sets no test can tell two policies apart (Wilcoxon's signed ranks, Holm's correction: p < "
            "0.01).\n");
}

}  // namespace
}  // namespace warpshop::report
