#include "sim/learn/tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "sim/stats/draws.hpp"

namespace warpshop::learn {
namespace {

constexpr std::size_t kAllFeatures = 99;

std::vector<std::size_t> all_of(const Table& table) {
  std::vector<std::size_t> rows(table.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

/// Squared error of targets about their mean; of classes n times Gini's impurity, 1 - Σ p², by its definition.
double error_about_mean(const Table& table, const std::vector<std::size_t>& rows, std::size_t classes) {
  const auto count = static_cast<double>(rows.size());
  if (classes > 0) {
    double gini = 1;
    for (std::size_t each = 0; each < classes; ++each) {
      const auto of_class = static_cast<double>(std::count_if(
          rows.begin(), rows.end(), [&](std::size_t row) { return table.targets[row] == static_cast<double>(each); }));
      gini -= of_class / count * of_class / count;
    }
    return count * gini;
  }
  double mean = 0;
  for (const std::size_t row : rows) {
    mean += table.targets[row] / count;
  }
  double squares = 0;
  for (const std::size_t row : rows) {
    squares += (table.targets[row] - mean) * (table.targets[row] - mean);
  }
  return squares;
}

/// The slow tree: tries every question about every value that is there, by the definition of what is to be lowered.
/// Nothing but the least error that a question reaches; `margin`: how much better it is than any other division of the
/// rows, or than any other feature that divides them. Answers what the leaf of `asked` says.
double slow_answer(const Table& table, const std::vector<std::size_t>& rows, std::size_t classes,
                   std::span<const double> asked, double& margin) {
  const bool alike = std::all_of(rows.begin(), rows.end(),
                                 [&](std::size_t row) { return table.targets[row] == table.targets[rows.front()]; });
  double least = 1e300;
  std::vector<std::size_t> best_low;
  std::size_t best_feature = 0;
  double best_low_end = 0;
  double best_high_end = 0;
  for (std::size_t feature = 0; !alike && feature < table.features; ++feature) {
    for (const std::size_t at : rows) {
      const double end = table.row(at)[feature];
      std::vector<std::size_t> low;
      std::vector<std::size_t> high;
      double high_end = 1e300;
      for (const std::size_t row : rows) {
        const double value = table.row(row)[feature];
        (value <= end ? low : high).push_back(row);
        high_end = value > end ? std::min(high_end, value) : high_end;
      }
      if (high.empty()) {
        continue;
      }
      const double error = error_about_mean(table, low, classes) + error_about_mean(table, high, classes);
      if (!best_low.empty() && (low != best_low || feature != best_feature)) {
        margin = std::min(margin, std::abs(error - least));
      }
      if (error < least) {
        least = error;
        best_low = low;
        best_feature = feature;
        best_low_end = end;
        best_high_end = high_end;
      }
    }
  }
  if (best_low.empty()) {
    double sum = 0;
    for (const std::size_t row : rows) {
      sum += classes > 0 ? (table.targets[row] == 1 ? 1 : 0) : table.targets[row];
    }
    return sum / static_cast<double>(rows.size());
  }
  std::vector<std::size_t> next;
  const bool goes_low = asked[best_feature] <= (best_low_end + best_high_end) / 2;
  for (const std::size_t row : rows) {
    if ((std::find(best_low.begin(), best_low.end(), row) != best_low.end()) == goes_low) {
      next.push_back(row);
    }
  }
  return slow_answer(table, next, classes, asked, margin);
}

// Where two questions are as good as each other, either may be asked: such tables are drawn again.
TEST(Tree, AnswersWhatTryingEveryQuestionAnswers) {
  stats::Draws draws(1936);
  int compared = 0;
  for (int repetition = 0; repetition < 400; ++repetition) {
    const std::size_t classes = repetition % 2 == 0 ? 0 : 3;
    Table table{.features = 1 + draws.below(3)};
    const std::size_t count = 2 + draws.below(12);
    for (std::size_t row = 0; row < count; ++row) {
      std::vector<double> features(table.features);
      std::generate(features.begin(), features.end(), [&] { return static_cast<double>(draws.below(8)); });
      table.add(features, classes == 0 ? draws.unit() : static_cast<double>(draws.below(classes)));
    }
    std::vector<double> asked(table.features);
    std::generate(asked.begin(), asked.end(), [&] { return 8 * draws.unit(); });
    double margin = 1e300;
    const double expected = slow_answer(table, all_of(table), classes, asked, margin);
    if (margin > 1e-9) {
      ++compared;
      const Tree tree(table, all_of(table), {.classes = classes}, kAllFeatures, 5);
      EXPECT_NEAR(tree.leaf(asked)[classes == 0 ? 0 : 1], expected, 1e-12) << "repetition " << repetition;
    }
  }
  EXPECT_GT(compared, 100);
}

// Neither feature says anything by itself: a tree that stopped there would answer 1/2.
TEST(Tree, GoesOnWhereNoQuestionHelpsYet) {
  Table table{.features = 2};
  for (const double x : {0.0, 1.0}) {
    for (const double y : {0.0, 1.0}) {
      table.add(std::vector{x, y}, x == y ? 1 : 0);
    }
  }
  const Tree tree(table, all_of(table), {.classes = 2}, kAllFeatures, 1);
  EXPECT_EQ(tree.leaf(std::vector{1.0, 1.0})[1], 1);
  EXPECT_EQ(tree.leaf(std::vector{1.0, 0.0})[1], 0);
}

TEST(Tree, OfRowsThatDifferInTheirTargetAloneIsTheirMean) {
  Table table{.features = 1};
  for (const double target : {1.0, 2.0, 6.0}) {
    table.add(std::vector{7.0}, target);
  }
  EXPECT_NEAR(Tree(table, all_of(table), {}, kAllFeatures, 1).leaf(std::vector{0.0})[0], 3, 1e-12);
}

// 4 rows about their mean 5: 100; 0 and 10 by themselves: 0. The second feature is never asked about.
TEST(Tree, ImportanceIsWhatQuestionsLowerTheErrorBy) {
  Table table{.features = 2};
  for (const double x : {0.0, 1.0, 2.0, 3.0}) {
    table.add(std::vector{x, 1.0}, x < 2 ? 0 : 10);
  }
  const Tree tree(table, all_of(table), {}, kAllFeatures, 1);
  EXPECT_NEAR(tree.importance()[0], 100, 1e-12);
  EXPECT_EQ(tree.importance()[1], 0);
}

// Targets a million away from 0 that differ by 1e-6: their squares differ in no digit of a double.
TEST(Tree, FindsSmallDifferencesFarFromZero) {
  Table table{.features = 2};
  for (int row = 0; row < 8; ++row) {
    table.add(std::vector{row % 2 == 0 ? 0.0 : 1.0, row < 4 ? 0.0 : 1.0}, 1e6 + (row < 4 ? 0 : 1e-6));
  }
  const Tree tree(table, all_of(table), {}, kAllFeatures, 1);
  EXPECT_EQ(tree.importance()[0], 0);
  EXPECT_GT(tree.importance()[1], 0);
}

// Neighbouring doubles have no number between them.
TEST(Tree, DividesRowsThatLieNextToEachOther) {
  const double next = std::nextafter(1.0, 2.0);
  Table table{.features = 1};
  table.add(std::vector{1.0}, 0);
  table.add(std::vector{next}, 1);
  const Tree tree(table, all_of(table), {.classes = 2}, kAllFeatures, 1);
  EXPECT_EQ(tree.leaf(std::vector{1.0})[1], 0);
  EXPECT_EQ(tree.leaf(std::vector{next})[1], 1);
}

}  // namespace
}  // namespace warpshop::learn
