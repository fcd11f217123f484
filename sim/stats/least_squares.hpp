#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace warpshop::stats {

/// What a model misses its data by, for some parameters: always as many values, all finite.
using Residuals = std::function<std::vector<double>(std::span<const double> parameters)>;

struct LeastSquares {
  std::vector<double> parameters;
  double sum_of_squares = 0;
};

/// A local minimum of the sum of squared residuals near `start`: Levenberg and Marquardt's method with forward
/// differences of 1e-6, scaled by the curvature. It ends when a step lowers the sum by less than 1e-10 of it, or after
/// so many steps. The sum is never above that at `start`. Parameters should be of the order of 1.
LeastSquares least_squares(std::vector<double> start, const Residuals& residuals, std::size_t most_steps = 100);

/// How far off each parameter may be, as a standard deviation, where residuals are in units of what they are off by as
/// a rule: the roots of the diagonal of (JᵀJ)⁻¹ at a minimum. Infinite where no residual depends on them, or not by
/// itself.
std::vector<double> deviations(const std::vector<double>& parameters, const Residuals& residuals);

}  // namespace warpshop::stats
