#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/learn/table.hpp"
#include "sim/learn/tree.hpp"

namespace warpshop::learn {

/// How a forest is grown. S2 prints neither trees nor depths; these are ours: full depth, 100 trees.
struct ForestOptions {
  std::size_t trees = 100;                                         ///< ≥ 1
  std::size_t features_a_question = static_cast<std::size_t>(-1);  ///< ≥ 1; by default all
  std::uint64_t seed = 1;                                          ///< of a tree a hash of it and of the tree's number
};

/// Trees, each of as many rows as there are, drawn with replacement (Breiman, 1996 and 2001).
class Forest {
 public:
  /// Requires rows.
  Forest(const Table& table, TreeTarget target, const ForestOptions& options);

  /// The mean of the leaves.
  std::vector<double> mean(std::span<const double> row) const;
  /// Of each feature the part of what all questions lowered the error by; all 0 where there was none.
  std::vector<double> importance() const;

 private:
  std::vector<Tree> trees_;
};

/// Random forest of classes: a quarter of the features a question, at least one, unless options say otherwise.
Classifier random_forest(const Table& table, ForestOptions options = {});
/// Bagged regression trees: all features are looked at for each question.
Regressor bagged_trees(const Table& table, ForestOptions options = {});

/// What random_forest() looks at for a question: features / 4, rounded, at least 1.
std::size_t quarter_of(std::size_t features);

}  // namespace warpshop::learn
