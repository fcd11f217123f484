#pragma once

#include <cmath>
#include <numbers>

#include "sim/stats/draws.hpp"

namespace warpshop::stats {

/// A number of the normal distribution with mean 0 and deviation 1 (Box and Muller, 1958), of a draw ≥ 0 from the
/// exponential one of mean 1 and one of 0 ≤ … < 1.
inline double normal_of(double exponential, double unit) {
  return std::sqrt(2 * exponential) * std::cos(2 * std::numbers::pi * unit);
}
inline double normal_draw(Draws& draws) {
  const double exponential = -std::log(1 - draws.unit());
  return normal_of(exponential, draws.unit());
}

}  // namespace warpshop::stats
