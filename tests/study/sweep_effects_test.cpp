#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/sweep.hpp"
#include "sim/study/sweep/sweep_summary.hpp"

namespace warpshop::study {
namespace {

/// What is asked of a policy in a cell: its median speed-up over the median order, its median cost, its wins.
struct Figures {
  double speedup = 1;
  double cost = 1;
  std::uint64_t wins = 0;
};

SweepCell cell_of(const std::vector<Figures>& policies) {
  SweepCell cell;
  for (const Figures& figures : policies) {
    SweepPolicy& policy = cell.policies.emplace_back();
    policy.speedup[index(Baseline::median)].count = 1;
    policy.speedup[index(Baseline::median)].median = figures.speedup;
    policy.cost.median = figures.cost;
    policy.wins = figures.wins;
  }
  return cell;
}

/// A cell a value of one axis.
Sweep along(const std::vector<std::string>& values, const std::vector<std::vector<Figures>>& cells,
            const std::vector<std::string>& policies) {
  Sweep sweep{.name = "test", .engine = "fast", .sets = 9, .axes = {{"device", {"k20c"}}, {"link", values}}};
  sweep.policies = policies;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    sweep.cells.push_back(cell_of(cells[i]));
    sweep.cells.back().values = {0, i};
  }
  return sweep;
}

/// The policies by name that are best along the axis, asked in this order and in the reverse one, which is the same.
std::vector<std::string> best_along(std::vector<std::vector<Figures>> cells, std::vector<std::string> policies) {
  std::vector<std::vector<std::string>> found;
  for (int turn = 0; turn < 2; ++turn) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      values.push_back(std::to_string(i + 1));
    }
    const Sweep sweep = along(values, cells, policies);
    std::vector<std::string>& names = found.emplace_back();
    const std::vector<SweepEffect> effects = sweep_effects(sweep);
    for (const std::size_t policy : effects.at(0).best) {
      names.push_back(policies[policy]);
    }
    std::reverse(policies.begin(), policies.end());
    for (auto& cell : cells) {
      std::reverse(cell.begin(), cell.end());
    }
  }
  EXPECT_EQ(found[0], found[1]);
  return found[0];
}

TEST(BestPolicy, GainsMostOverTheMedianOrderWhateverItCostsInTheMedian) {
  EXPECT_EQ(best_along({{{1.00, 5}, {1.05, 5}}, {{1.00, 5}, {1.05, 5.1}}}, {"fifo", "neh"}),
            (std::vector<std::string>{"neh", "neh"}));
}

TEST(BestPolicy, OfATieCostsLessThenStaysThenWinsMoreThenHasTheFirstName) {
  const double same = 1.1 * (1 + 1e-12);  // but for rounding
  EXPECT_EQ(best_along({{{1.1, 5, 9}, {same, 4, 1}}, {{1.1, 5, 9}, {same, 5, 1}}, {{1.1, 5}, {1.2, 5}}}, {"b", "a"}),
            (std::vector<std::string>{"a", "a", "a"}));
  EXPECT_EQ(best_along({{{1.1, 5, 8}, {same, 5, 9}}, {{1.1, 4, 8}, {same, 5, 9}}}, {"a", "b"}),
            (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(best_along({{{1.1, 5, 8}, {same, 5, 8}}, {{1.1, 5, 8}, {same, 5, 9}}}, {"a", "b"}),
            (std::vector<std::string>{"a", "a"}));
}

TEST(BestPolicy, IsOneOfThoseThatAreBest) {
  const SweepCell cell = cell_of({{1.1, 5}, {1.1 + 1e-12, 4}, {1.0, 3}, {1.1, 4}});
  EXPECT_EQ(best_policies(cell), (std::vector<std::size_t>{0, 1, 3}));
  EXPECT_EQ(best_policy(cell, {"a", "c", "d", "b"}), 3);
  EXPECT_EQ(best_policy(cell, {"a", "c", "d", "b"}, 1), 1);
  EXPECT_EQ(best_policy(cell, {"a", "c", "d", "b"}, 0), 3);
}

TEST(BestPolicy, IsBestWhateverChangesOfContextTake) {
  Sweep sweep = along({"1", "2"}, {{{1.1, 5}, {1.05, 4}}, {{1.1, 5}, {1.05, 4}}}, {"timeslice", "fifo"});
  SweepCell& cell = sweep.cells[0];
  const auto ends = [&](std::size_t policy, double low, double high) {
    cell.policies[0].ends.clear();
    cell.policies[1].ends.clear();
    cell.policies[policy].ends = {{.cost = {}, .speedup = {.median = low}}, {.cost = {}, .speedup = {.median = high}}};
    return best_policies(cell);
  };
  EXPECT_EQ(ends(0, 1.2, 1.06), (std::vector<std::size_t>{0}));
  EXPECT_EQ(ends(1, 1.09, 1.0), (std::vector<std::size_t>{0}));
  EXPECT_TRUE(ends(1, 1.15, 1.0).empty());  // fifo, if they take little
  EXPECT_TRUE(ends(0, 1.2, 1.0).empty());   // fifo, if they take much
  EXPECT_EQ(best_policy(cell, sweep.policies), 0);
  const std::vector<SweepEffect> effects = sweep_effects(sweep);
  EXPECT_EQ(effects.at(0).best, (std::vector<std::size_t>{0, 0}));
  EXPECT_EQ(effects.at(0).open, (std::vector<bool>{true, false}));
}

TEST(SweepEffects, GainIsWhatNoPolicyExceeds) {
  const auto effects = sweep_effects(along({"1", "2"}, {{{1.0, 5}, {1.3, 5}}, {{1.02, 5}, {1.004, 4}}}, {"a", "b"}));
  ASSERT_EQ(effects.size(), 1);
  EXPECT_EQ(effects[0].gain, (std::vector<double>{1.3, 1.02}));
  EXPECT_EQ(effects[0].cost, (std::vector<double>{5, 5}));
}

TEST(SweepEffects, ReadsNumbersByTheirUnitsAndSortsThem) {
  const auto effects = sweep_effects(along({"1 ms", "10 us", "100 us"}, {{{1, 9}}, {{1, 4}}, {{1, 6}}}, {"a"}));
  ASSERT_EQ(effects.size(), 1);
  EXPECT_TRUE(effects[0].numbers);
  EXPECT_EQ(effects[0].values, (std::vector<std::size_t>{1, 2, 0}));
  EXPECT_EQ(effects[0].cost, (std::vector<double>{4, 6, 9}));
  EXPECT_NEAR(*effects[0].elasticity, std::log10(1.5), 1e-12);  // half again for ten times
  EXPECT_NEAR(*effects[0].fit, 1, 1e-12);
}

TEST(SweepEffects, ASlopeNeedsNumbersAboveZeroOfOneKindAndAFitThreeOfThem) {
  const std::vector<std::vector<Figures>> cells{{{1, 4}}, {{1, 8}}};
  const auto with_zero = sweep_effects(along({"0 us", "1 ms"}, cells, {"a"}));
  EXPECT_TRUE(with_zero[0].numbers);
  EXPECT_FALSE(with_zero[0].elasticity);
  for (const std::vector<std::string>& values : std::vector<std::vector<std::string>>{{"1 ms", "1 MB"}, {"1", "two"}}) {
    const auto of_two_kinds = sweep_effects(along(values, cells, {"a"}));
    EXPECT_FALSE(of_two_kinds[0].numbers);
    EXPECT_FALSE(of_two_kinds[0].elasticity);
  }
  const auto of_two = sweep_effects(along({"1 us", "2 us"}, cells, {"a"}));
  EXPECT_NEAR(*of_two[0].elasticity, 1, 1e-12);
  EXPECT_FALSE(of_two[0].fit);
}

}  // namespace
}  // namespace warpshop::study
