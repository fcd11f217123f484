#include "sim/learn/sgd.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "sim/learn/row_order.hpp"
#include "sim/learn/target_scaling.hpp"
#include "sim/stats/counter_draws.hpp"

namespace warpshop::learn {
namespace {

/// The constant is the last weight.
double linear(const std::vector<double>& weights, std::span<const double> row) {
  double sum = weights.back();
  for (std::size_t feature = 0; feature < row.size(); ++feature) {
    sum += weights[feature] * row[feature];
  }
  return sum;
}

double surest_step(const Table& scaled) {
  double most = 1;
  for (std::size_t number = 0; number < scaled.rows(); ++number) {
    double length = 1;
    for (const double value : scaled.row(number)) {
      length += value * value;
    }
    most = std::max(most, length);
  }
  return 1 / most;
}

}  // namespace

Regressor sgd_regressor(const Table& table, std::uint64_t seed, std::uint64_t passes) {
  Scaling scaling = scaling_of(table);
  const Table scaled = scaling.scaled(table);
  const TargetScaling target = target_scaling_of(table);
  const stats::CounterDraws draws(seed, stats::owner_of("sgd"), 0);
  const double first_step = surest_step(scaled);
  std::vector<double> weights(table.features + 1);
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    const double step = first_step / static_cast<double>(pass + 1);
    for (const std::size_t number : row_order(table.rows(), draws, pass)) {
      const std::span<const double> row = scaled.row(number);
      const double change = step * (target.scaled(table.targets[number]) - linear(weights, row));
      for (std::size_t feature = 0; feature < row.size(); ++feature) {
        weights[feature] += change * row[feature];
      }
      weights.back() += change;
    }
  }
  return [scaling = std::move(scaling), target, weights = std::move(weights)](std::span<const double> row) {
    return target.original(linear(weights, scaling.scaled(row)));
  };
}

}  // namespace warpshop::learn
