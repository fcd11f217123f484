#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/learn/elimination.hpp"
#include "sim/learn/folds.hpp"
#include "sim/learn/forest.hpp"
#include "sim/learn/linear.hpp"
#include "sim/learn/nearest_neighbours.hpp"

namespace warpshop::learn {
namespace {

/// Fisher's flowers, and what scikit-learn says of each (tests/reference/iris_by_scikit_learn.py).
struct Iris {
  Table species{.features = 4};
  Table width{.features = 3};  // of the petal, by the other three
  std::vector<double> neighbours = {}, bagged = {}, linear = {};
  std::vector<std::array<double, 3>> forest = {};
  std::vector<Fold> folds = std::vector<Fold>(5);
};

Iris iris() {
  std::ifstream file(WARPSHOP_SOURCE_DIR "/tests/reference/iris.csv");
  Iris all;
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with('#') || line.starts_with('s')) {
      continue;
    }
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream fields(line);
    std::array<double, 11> value{};
    for (double& each : value) {
      fields >> each;
    }
    const std::size_t row = all.species.rows();
    for (std::size_t fold = 0; fold < 5; ++fold) {
      (row % 5 == fold ? all.folds[fold].test : all.folds[fold].train).push_back(row);
    }
    all.species.add(std::span(value).first(4), value[4]);
    all.width.add(std::span(value).first(3), value[3]);
    all.neighbours.push_back(value[5]);
    all.forest.push_back({value[6], value[7], value[8]});
    all.bagged.push_back(value[9]);
    all.linear.push_back(value[10]);
  }
  EXPECT_EQ(all.species.rows(), 150U);
  return all;
}

// 145 of 150 (0.967) is what leave-one-out gives in textbooks; scikit-learn says the same of each flower, except where
// the fifth neighbour is as far as the sixth.
TEST(Iris, FiveNeighboursSayWhatOthersSay) {
  const Iris all = iris();
  int right = 0;
  int differ = 0;
  for (const Fold& fold : leave_one_out(150)) {
    const std::size_t row = fold.test.front();
    const std::size_t found =
        likeliest(nearest_neighbours_classifier(rows_of(all.species, fold.train), 5)(all.species.row(row)));
    right += static_cast<double>(found) == all.species.targets[row] ? 1 : 0;
    differ += static_cast<double>(found) == all.neighbours[row] ? 0 : 1;
  }
  EXPECT_EQ(right, 145);
  EXPECT_LE(differ, 2);
}

TEST(Iris, LeastSquaresIsThatOfOthers) {
  const Iris all = iris();
  const Regressor linear = linear_regressor(all.width);
  for (std::size_t row = 0; row < 150; ++row) {
    EXPECT_NEAR(linear(all.width.row(row)), all.linear[row], 1e-8);
  }
}

// A vote of 400 trees that have probability p has a standard deviation of √(p (1 - p) / 400) ≤ 0.025; its 4000 trees
// add a tenth of the variance. 450 votes: four and a half deviations.
TEST(Iris, VotesOfAForestAreThoseOfOthers) {
  const Iris all = iris();
  int right = 0;
  for (const Fold& fold : all.folds) {
    const Classifier forest = random_forest(rows_of(all.species, fold.train), {.trees = 400, .seed = 32});
    for (const std::size_t row : fold.test) {
      const std::vector<double> votes = forest(all.species.row(row));
      right += static_cast<double>(likeliest(votes)) == all.species.targets[row] ? 1 : 0;
      for (std::size_t each = 0; each < 3; ++each) {
        const double p = all.forest[row][each];
        EXPECT_NEAR(votes[each], p, 0.005 + 4.7 * std::sqrt(p * (1 - p) / 400)) << "row " << row << " class " << each;
      }
    }
  }
  EXPECT_GE(right, 140);  // 0.93 … 0.97 is printed of forests
  EXPECT_LE(right, 146);
}

TEST(Iris, BaggedTreesAreThoseOfOthers) {
  const Iris all = iris();
  double squares = 0;
  double others = 0;
  double between = 0;
  for (const Fold& fold : all.folds) {
    const Regressor bagged = bagged_trees(rows_of(all.width, fold.train), {.trees = 400, .seed = 32});
    for (const std::size_t row : fold.test) {
      const double found = bagged(all.width.row(row));
      squares += std::pow(found - all.width.targets[row], 2) / 150;
      others += std::pow(all.bagged[row] - all.width.targets[row], 2) / 150;
      between += std::pow(found - all.bagged[row], 2) / 150;
    }
  }
  EXPECT_NEAR(squares, others, 0.03 * others);
  EXPECT_LT(between, 0.02 * others);
}

TEST(Iris, ImportanceIsThatOfOthers) {
  const Iris all = iris();
  const std::array<double, 4> others{0.1803, 0.1071, 0.3558, 0.3568};  // as iris.csv says
  const Forest forest(all.species, {.classes = 3}, {.trees = 1000, .features_a_question = 1, .seed = 32});
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(forest.importance()[i], others[i], 0.03);
  }
  const std::vector<std::size_t> order = elimination_order(all.species, {.trees = 300});
  EXPECT_EQ(order[0], 1U);  // the width of the sepal goes first, its length then
  EXPECT_EQ(order[1], 0U);
}

}  // namespace
}  // namespace warpshop::learn
