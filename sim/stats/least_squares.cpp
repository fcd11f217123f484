#include "sim/stats/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "sim/stats/linear_system.hpp"

namespace warpshop::stats {
namespace {

constexpr double kDifference = 1e-6;
constexpr double kConverged = 1e-10;
constexpr double kFirstDamping = 1e-3;
constexpr double kLargestDamping = 1e12;

double sum_of_squares(std::span<const double> residuals) {
  double sum = 0;
  for (const double residual : residuals) {
    sum += residual * residual;
  }
  return sum;
}

/// Jᵀ J and Jᵀ r, by forward differences.
struct Normal {
  std::vector<double> matrix;
  std::vector<double> gradient;
};

Normal normal_equations(const std::vector<double>& parameters, const std::vector<double>& at,
                        const Residuals& residuals) {
  const std::size_t n = parameters.size();
  std::vector<std::vector<double>> columns;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> moved = parameters;
    moved[i] += kDifference;
    columns.push_back(residuals(moved));
    for (std::size_t row = 0; row < at.size(); ++row) {
      columns[i][row] = (columns[i][row] - at[row]) / kDifference;
    }
  }
  Normal normal{.matrix = std::vector<double>(n * n), .gradient = std::vector<double>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t row = 0; row < at.size(); ++row) {
      normal.gradient[i] += columns[i][row] * at[row];
      for (std::size_t j = 0; j < n; ++j) {
        normal.matrix[i * n + j] += columns[i][row] * columns[j][row];
      }
    }
  }
  return normal;
}

/// The step s with (Jᵀ J + damping · its diagonal) s = -Jᵀ r, by Cholesky's decomposition.
std::vector<double> damped_step(const Normal& normal, double damping) {
  const std::size_t n = normal.gradient.size();
  std::vector<double> lower = normal.matrix;
  std::vector<double> step(n);
  for (std::size_t i = 0; i < n; ++i) {
    lower[i * n + i] += damping * std::max(lower[i * n + i], 1e-12);
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = lower[i * n + j];
      for (std::size_t k = 0; k < j; ++k) {
        sum -= lower[i * n + k] * lower[j * n + k];
      }
      lower[i * n + j] = i == j ? std::sqrt(std::max(sum, 1e-300)) : sum / lower[j * n + j];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    step[i] = -normal.gradient[i];
    for (std::size_t k = 0; k < i; ++k) {
      step[i] -= lower[i * n + k] * step[k];
    }
    step[i] /= lower[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) {
      step[i] -= lower[k * n + i] * step[k];
    }
    step[i] /= lower[i * n + i];
  }
  return step;
}

}  // namespace

LeastSquares least_squares(std::vector<double> start, const Residuals& residuals, std::size_t most_steps) {
  LeastSquares best{.parameters = std::move(start)};
  std::vector<double> at = residuals(best.parameters);
  best.sum_of_squares = sum_of_squares(at);
  double damping = kFirstDamping;
  for (std::size_t step = 0; step < most_steps; ++step) {
    const Normal normal = normal_equations(best.parameters, at, residuals);
    const double before = best.sum_of_squares;
    while (damping <= kLargestDamping) {
      std::vector<double> tried = best.parameters;
      const std::vector<double> change = damped_step(normal, damping);
      std::transform(tried.begin(), tried.end(), change.begin(), tried.begin(), std::plus<>{});
      std::vector<double> there = residuals(tried);
      const double sum = sum_of_squares(there);
      if (sum < best.sum_of_squares) {
        best = {.parameters = std::move(tried), .sum_of_squares = sum};
        at = std::move(there);
        damping = std::max(damping / 10, 1e-12);
        break;
      }
      damping *= 10;
    }
    if (!(before - best.sum_of_squares > kConverged * before)) {
      break;
    }
  }
  return best;
}

std::vector<double> deviations(const std::vector<double>& parameters, const Residuals& residuals) {
  const std::size_t n = parameters.size();
  const Normal normal = normal_equations(parameters, residuals(parameters), residuals);
  std::vector<double> found(n, std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> matrix = normal.matrix;
    std::vector<double> column(n);
    column[i] = 1;
    if (solve(matrix, column) && column[i] > 0) {
      found[i] = std::sqrt(column[i]);
    }
  }
  return found;
}

}  // namespace warpshop::stats
