#include "sim/stats/student.hpp"

#include <cassert>
#include <cmath>
#include <numbers>

#include "sim/stats/falling_root.hpp"

namespace warpshop::stats {
namespace {

/// P(|T| ≤ √freedom tan angle), 0 ≤ angle ≤ π/2: of even freedom sin Σ_{k = 0, 2, … freedom - 2} c_k cos^k, of odd
/// freedom 2/π (angle + sin Σ_{k = 1, 3, … freedom - 2} c_k cos^k); c_0 = c_1 = 1, c_{k+2} = c_k (k + 1) / (k + 2).
double probability_within(double angle, std::size_t freedom) {
  const double cosine = std::cos(angle);
  const bool odd = freedom % 2 == 1;
  double sum = 0;
  double term = odd ? cosine : 1;
  for (std::size_t k = odd ? 1 : 0; k + 2 <= freedom; k += 2) {
    sum += term;
    term *= static_cast<double>(k + 1) / static_cast<double>(k + 2) * cosine * cosine;
  }
  return odd ? 2 / std::numbers::pi * (angle + std::sin(angle) * sum) : std::sin(angle) * sum;
}

}  // namespace

double student_quantile(double probability, std::size_t freedom) {
  assert(probability > 0.5 && probability < 1 && freedom >= 1);
  const double angle = falling_root(
      0, std::numbers::pi / 2, [&](double place) { return 2 * probability - 1 - probability_within(place, freedom); });
  return std::sqrt(static_cast<double>(freedom)) * std::tan(angle);
}

}  // namespace warpshop::stats
