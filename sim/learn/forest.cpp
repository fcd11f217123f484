#include "sim/learn/forest.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "sim/learn/learning_seed.hpp"
#include "sim/stats/draws.hpp"

namespace warpshop::learn {

Forest::Forest(const Table& table, TreeTarget target, const ForestOptions& options) {
  trees_.reserve(options.trees);
  for (std::size_t number = 0; number < options.trees; ++number) {
    std::vector<std::size_t> rows(table.rows());
    stats::Draws draws(learning_seed(options.seed, "rows of a tree", number));
    std::generate(rows.begin(), rows.end(), [&] { return static_cast<std::size_t>(draws.below(rows.size())); });
    trees_.emplace_back(table, rows, target, options.features_a_question,
                        learning_seed(options.seed, "features of a tree", number));
  }
}

std::vector<double> Forest::mean(std::span<const double> row) const {
  std::vector<double> sums(trees_.front().leaf(row).size());
  for (const Tree& tree : trees_) {
    const std::span<const double> leaf = tree.leaf(row);
    for (std::size_t i = 0; i < leaf.size(); ++i) {
      sums[i] += leaf[i];
    }
  }
  for (double& sum : sums) {
    sum /= static_cast<double>(trees_.size());
  }
  return sums;
}

std::vector<double> Forest::importance() const {
  std::vector<double> sums(trees_.front().importance().size());
  for (const Tree& tree : trees_) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i] += tree.importance()[i];
    }
  }
  const double all = std::accumulate(sums.begin(), sums.end(), 0.0);
  for (double& sum : sums) {
    sum = all > 0 ? sum / all : 0;
  }
  return sums;
}

std::size_t quarter_of(std::size_t features) {
  return std::max<std::size_t>(1, (features + 2) / 4);
}

Classifier random_forest(const Table& table, ForestOptions options) {
  options.features_a_question = std::min(options.features_a_question, quarter_of(table.features));
  return [forest = Forest(table, {.classes = classes_of(table)}, options)](std::span<const double> row) {
    return forest.mean(row);
  };
}

Regressor bagged_trees(const Table& table, ForestOptions options) {
  return [forest = Forest(table, {}, options)](std::span<const double> row) { return forest.mean(row).front(); };
}

}  // namespace warpshop::learn
