#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/stats/counter_draws.hpp"

namespace warpshop::learn {

/// A perceptron with one hidden layer: c + Σ v_j max(0, b_j + Σ w_ji x_i).
struct HiddenLayer {
  std::size_t features = 0;
  std::size_t units = 0;
  std::vector<double> weights = {};  ///< of each unit w, b, v; then c

  double output(std::span<const double> row) const;
  /// ∂ output / ∂ weight of each, in their order. At a kink that of the side where the unit is 0.
  void gradient(std::span<const double> row, std::vector<double>& by_weight) const;
};

/// Weights drawn evenly between -1 and 1, over the root of how many there are of their kind in a sum.
HiddenLayer random_layer(std::size_t features, std::size_t units, const stats::CounterDraws& draws);

}  // namespace warpshop::learn
