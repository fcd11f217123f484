#include "sim/learn/mlp.hpp"

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "sim/learn/hidden_layer.hpp"
#include "sim/learn/row_order.hpp"
#include "sim/learn/target_scaling.hpp"
#include "sim/stats/counter_draws.hpp"

namespace warpshop::learn {
namespace {

/// Adam: each weight's step is its mean gradient over the root of its mean squared gradient, both of the recent past,
/// without the zeros that they start from.
class Adam {
 public:
  explicit Adam(std::size_t weights) : means_(weights), squares_(weights) {}

  void step(std::vector<double>& weights, const std::vector<double>& gradient, double factor, double rate) {
    constexpr double kMean = 0.9;
    constexpr double kSquare = 0.999;
    constexpr double kLeast = 1e-8;
    mean_left_ *= kMean;
    square_left_ *= kSquare;
    for (std::size_t place = 0; place < weights.size(); ++place) {
      const double slope = factor * gradient[place];
      means_[place] = kMean * means_[place] + (1 - kMean) * slope;
      squares_[place] = kSquare * squares_[place] + (1 - kSquare) * slope * slope;
      const double mean = means_[place] / (1 - mean_left_);
      const double root = std::sqrt(squares_[place] / (1 - square_left_));
      weights[place] -= rate * mean / (root + kLeast);
    }
  }

 private:
  std::vector<double> means_, squares_;
  double mean_left_ = 1, square_left_ = 1;
};

}  // namespace

Regressor mlp_regressor(const Table& table, std::uint64_t seed, MlpSettings settings) {
  constexpr double kRate = 0.01;
  Scaling scaling = scaling_of(table);
  const Table scaled = scaling.scaled(table);
  const TargetScaling target = target_scaling_of(table);
  HiddenLayer layer =
      random_layer(table.features, settings.units, stats::CounterDraws(seed, stats::owner_of("mlp"), 0));
  const stats::CounterDraws orders(seed, stats::owner_of("mlp"), 1);
  Adam adam(layer.weights.size());
  std::vector<double> gradient;
  for (std::uint64_t pass = 0; pass < settings.passes; ++pass) {
    const double rate = kRate * (1 - static_cast<double>(pass) / static_cast<double>(settings.passes));
    for (const std::size_t number : row_order(table.rows(), orders, pass)) {
      const std::span<const double> row = scaled.row(number);
      layer.gradient(row, gradient);
      adam.step(layer.weights, gradient, layer.output(row) - target.scaled(table.targets[number]), rate);
    }
  }
  return [scaling = std::move(scaling), target, layer = std::move(layer)](std::span<const double> row) {
    return target.original(layer.output(scaling.scaled(row)));
  };
}

}  // namespace warpshop::learn
