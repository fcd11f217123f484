#pragma once

#include <cmath>
#include <numbers>

#include "sim/stats/draws.hpp"

namespace warpshop::study {

/// A number of the normal distribution with mean 0 and deviation 1 (Box and Muller).
inline double normal_draw(stats::Draws& draws) {
  const double radius = std::sqrt(-2 * std::log(1 - draws.unit()));
  return radius * std::cos(2 * std::numbers::pi * draws.unit());
}

}  // namespace warpshop::study
