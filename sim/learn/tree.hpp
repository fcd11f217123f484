#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/learn/table.hpp"

namespace warpshop::learn {

/// What a tree learns.
struct TreeTarget {
  std::size_t classes = 0;  ///< 0: a number; else classes, and all targets are below it
};

/// A tree of questions, each whether a feature is at most a threshold (CART; Breiman, Friedman, Olshen and Stone,
/// 1984). It is grown until the rows of a leaf have one target, or the same features. A question is the one that lowers
/// the summed squared error of the targets most; of classes, that of an indicator of each, which is Gini's impurity. Of
/// questions as good the first, by feature as they were drawn, then by threshold; thresholds are half way between
/// two rows.
class Tree {
 public:
  /// rows: of the table, some perhaps several times; at least one. A question looks at so many features, drawn anew
  /// for each, that are not the same in all its rows; seed: of what is drawn.
  Tree(const Table& table, std::span<const std::size_t> rows, TreeTarget target, std::size_t features_a_question,
       std::uint64_t seed);

  /// Of the leaf that a row comes to: the mean target, or the part of each class.
  std::span<const double> leaf(std::span<const double> row) const;
  /// By how much the questions about each feature lowered the squared error, summed over rows.
  const std::vector<double>& importance() const { return importance_; }

 private:
  struct Node {
    std::size_t feature = 0;
    double threshold = 0;
    std::size_t low = 0;   ///< child; 0: a leaf
    std::size_t high = 0;  ///< child; of a leaf where its values begin
  };
  class Growth;

  std::size_t outputs_ = 1;
  std::vector<Node> nodes_ = {};
  std::vector<double> values_ = {};
  std::vector<double> importance_ = {};
};

}  // namespace warpshop::learn
