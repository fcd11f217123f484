#include "sim/learn/hidden_layer.hpp"

#include <cmath>

namespace warpshop::learn {
namespace {

/// b + Σ w x of the unit whose weights these are.
double input_of(std::span<const double> weights, std::span<const double> row) {
  double sum = weights[row.size()];
  for (std::size_t feature = 0; feature < row.size(); ++feature) {
    sum += weights[feature] * row[feature];
  }
  return sum;
}

}  // namespace

double HiddenLayer::output(std::span<const double> row) const {
  double sum = weights.back();
  for (std::size_t unit = 0; unit < units; ++unit) {
    const std::span<const double> its = std::span(weights).subspan(unit * (features + 2), features + 2);
    const double input = input_of(its, row);
    sum += input > 0 ? its.back() * input : 0;
  }
  return sum;
}

void HiddenLayer::gradient(std::span<const double> row, std::vector<double>& by_weight) const {
  by_weight.assign(weights.size(), 0);
  by_weight.back() = 1;
  for (std::size_t unit = 0; unit < units; ++unit) {
    const std::size_t first = unit * (features + 2);
    const std::span<const double> its = std::span(weights).subspan(first, features + 2);
    const double input = input_of(its, row);
    if (input > 0) {
      for (std::size_t feature = 0; feature < features; ++feature) {
        by_weight[first + feature] = its.back() * row[feature];
      }
      by_weight[first + features] = its.back();
      by_weight[first + features + 1] = input;
    }
  }
}

HiddenLayer random_layer(std::size_t features, std::size_t units, const stats::CounterDraws& draws) {
  HiddenLayer layer{.features = features, .units = units, .weights = std::vector<double>(units * (features + 2) + 1)};
  for (std::size_t place = 0; place + 1 < layer.weights.size(); ++place) {
    const bool outer = place % (features + 2) == features + 1;
    const std::size_t summed = outer ? units : features + 1;
    layer.weights[place] = (2 * draws.unit(place) - 1) / std::sqrt(static_cast<double>(summed));
  }
  return layer;
}

}  // namespace warpshop::learn
