#include "sim/learn/table.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace warpshop::learn {

Table rows_of(const Table& table, std::span<const std::size_t> rows) {
  Table chosen{.features = table.features};
  for (const std::size_t row : rows) {
    chosen.add(table.row(row), table.targets[row]);
  }
  return chosen;
}

std::size_t classes_of(const Table& table) {
  return static_cast<std::size_t>(*std::max_element(table.targets.begin(), table.targets.end())) + 1;
}

std::size_t likeliest(std::span<const double> probabilities) {
  const auto best = std::max_element(probabilities.begin(), probabilities.end());
  return static_cast<std::size_t>(std::distance(probabilities.begin(), best));
}

std::vector<double> Scaling::scaled(std::span<const double> row) const {
  std::vector<double> values(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    values[i] = deviations[i] > 0 ? (row[i] - means[i]) / deviations[i] : 0;
  }
  return values;
}

Table Scaling::scaled(const Table& table) const {
  Table all{.features = table.features};
  for (std::size_t row = 0; row < table.rows(); ++row) {
    all.add(scaled(table.row(row)), table.targets[row]);
  }
  return all;
}

Scaling scaling_of(const Table& table) {
  Scaling scaling{.means = std::vector<double>(table.features), .deviations = std::vector<double>(table.features)};
  const auto rows = static_cast<double>(table.rows());
  for (std::size_t i = 0; i < table.features; ++i) {
    double least = table.row(0)[i];
    double most = least;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      scaling.means[i] += table.row(row)[i] / rows;
      least = std::min(least, table.row(row)[i]);
      most = std::max(most, table.row(row)[i]);
    }
    double squares = 0;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      squares += std::pow(table.row(row)[i] - scaling.means[i], 2) / rows;
    }
    scaling.deviations[i] = most > least ? std::sqrt(squares) : 0;
  }
  return scaling;
}

}  // namespace warpshop::learn
