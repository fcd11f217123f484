#include "sim/learn/linear.hpp"

#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

namespace warpshop::learn {
namespace {

constexpr double kSame = 1e-9;

double product(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// A column less what others make up of it: their part of each, by position, and the rest of length 1.
struct Direction {
  std::size_t feature = 0;
  std::vector<double> parts;
  double length = 0;
  std::vector<double> rest;
};

/// Gram and Schmidt's step, twice, so that rounding leaves nothing. Nothing: the others make all of it up.
std::optional<Direction> beside(const std::vector<Direction>& others, std::size_t feature, std::vector<double> column) {
  Direction direction{.feature = feature, .parts = std::vector<double>(others.size())};
  const double before = std::sqrt(product(column, column));
  for (int time = 0; time < 2; ++time) {
    for (std::size_t other = 0; other < others.size(); ++other) {
      const double part = product(others[other].rest, column);
      direction.parts[other] += part;
      for (std::size_t row = 0; row < column.size(); ++row) {
        column[row] -= part * others[other].rest[row];
      }
    }
  }
  direction.length = std::sqrt(product(column, column));
  if (!(direction.length > kSame * before)) {
    return std::nullopt;
  }
  for (double& value : column) {
    value /= direction.length;
  }
  direction.rest = std::move(column);
  return direction;
}

}  // namespace

Regressor linear_regressor(const Table& table) {
  const Scaling scaling = scaling_of(table);
  const Table scaled = scaling.scaled(table);
  const double mean =
      std::accumulate(table.targets.begin(), table.targets.end(), 0.0) / static_cast<double>(table.rows());
  std::vector<Direction> directions;
  for (std::size_t i = 0; i < table.features && directions.size() + 1 < table.rows(); ++i) {
    std::vector<double> column(table.rows());
    for (std::size_t row = 0; row < table.rows(); ++row) {
      column[row] = scaled.row(row)[i];
    }
    if (std::optional<Direction> direction = beside(directions, i, std::move(column))) {
      directions.push_back(std::move(*direction));
    }
  }
  std::vector<double> rest = table.targets;
  for (double& target : rest) {
    target -= mean;
  }
  std::vector<double> along(directions.size());
  for (std::size_t i = 0; i < directions.size(); ++i) {
    along[i] = product(directions[i].rest, rest);
  }
  std::vector<double> weights(table.features);
  for (std::size_t i = directions.size(); i-- > 0;) {
    double weight = along[i];
    for (std::size_t later = i + 1; later < directions.size(); ++later) {
      weight -= directions[later].parts[i] * weights[directions[later].feature];
    }
    weights[directions[i].feature] = weight / directions[i].length;
  }
  return [scaling, weights, mean](std::span<const double> row) { return mean + product(weights, scaling.scaled(row)); };
}

}  // namespace warpshop::learn
