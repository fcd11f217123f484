#include "sim/learn/nearest_neighbours.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace warpshop::learn {
namespace {

/// Targets of the nearest rows, the nearest first.
std::vector<double> nearest_targets(const Table& table, std::span<const double> row, std::size_t count) {
  std::vector<std::pair<double, std::size_t>> distances(table.rows());  // squared, of which row
  for (std::size_t other = 0; other < table.rows(); ++other) {
    double squares = 0;
    for (std::size_t i = 0; i < table.features; ++i) {
      const double difference = table.row(other)[i] - row[i];
      squares += difference * difference;
    }
    distances[other] = {squares, other};
  }
  std::partial_sort(distances.begin(), std::next(distances.begin(), static_cast<std::ptrdiff_t>(count)),
                    distances.end());
  std::vector<double> targets(count);
  std::transform(distances.begin(), std::next(distances.begin(), static_cast<std::ptrdiff_t>(count)), targets.begin(),
                 [&](const auto& near) { return table.targets[near.second]; });
  return targets;
}

}  // namespace

Regressor nearest_neighbours_regressor(Table table, std::size_t count) {
  return [table = std::move(table), count](std::span<const double> row) {
    double sum = 0;
    for (const double target : nearest_targets(table, row, count)) {
      sum += target;
    }
    return sum / static_cast<double>(count);
  };
}

Classifier nearest_neighbours_classifier(Table table, std::size_t count) {
  const std::size_t classes = classes_of(table);
  return [table = std::move(table), count, classes](std::span<const double> row) {
    std::vector<double> parts(classes);
    for (const double target : nearest_targets(table, row, count)) {
      parts[static_cast<std::size_t>(target)] += 1 / static_cast<double>(count);
    }
    return parts;
  };
}

}  // namespace warpshop::learn
