#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace warpshop::learn {

/// Rows of features, all of one length, and what is to be learned of each: a number, or a class 0, 1, … as a number.
/// All of them finite. Features and targets have no unit here: who makes a table knows theirs.
struct Table {
  std::size_t features = 0;
  std::vector<double> values = {};   ///< row by row
  std::vector<double> targets = {};  ///< of each row

  std::size_t rows() const { return targets.size(); }
  std::span<const double> row(std::size_t number) const {
    return std::span(values).subspan(number * features, features);
  }
  /// row: one value of each feature.
  void add(std::span<const double> row, double target) {
    values.insert(values.end(), row.begin(), row.end());
    targets.push_back(target);
  }
};

/// Those rows, in that order; one may be there several times.
Table rows_of(const Table& table, std::span<const std::size_t> rows);

/// What has been learned: of a row's features the target.
using Regressor = std::function<double(std::span<const double> row)>;
/// Of a row's features the probability of each class; they add up to 1.
using Classifier = std::function<std::vector<double>(std::span<const double> row)>;

/// One more than the largest class among the targets. Requires rows.
std::size_t classes_of(const Table& table);
/// The most probable class, of several the first.
std::size_t likeliest(std::span<const double> probabilities);

/// How features are brought to mean 0 and standard deviation 1 (over n); one that is always the same becomes 0.
struct Scaling {
  std::vector<double> means;
  std::vector<double> deviations;  ///< 0: always the same

  std::vector<double> scaled(std::span<const double> row) const;
  Table scaled(const Table& table) const;
};
/// Of a table's features. Requires rows.
Scaling scaling_of(const Table& table);

}  // namespace warpshop::learn
