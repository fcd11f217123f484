#include "sim/stats/batch_means.hpp"

#include <cassert>
#include <cmath>

#include "sim/stats/student.hpp"

namespace warpshop::stats {
namespace {

/// How many requests have so many beyond a quantile on average, rounded up; what rounding leaves is no request.
std::uint64_t with_beyond(double requests, double quantile) {
  assert(quantile >= 0 && quantile < 1);
  constexpr double kSlack = 1e-9;
  return static_cast<std::uint64_t>(std::ceil(requests / (1 - quantile) * (1 - kSlack)));
}

}  // namespace

std::optional<double> batch_half_width(std::span<const double> estimates, double whole, double confidence) {
  assert(confidence > 0 && confidence < 1);
  if (estimates.size() < 2) {
    return std::nullopt;
  }
  double squares = 0;
  for (const double estimate : estimates) {
    squares += (estimate - whole) * (estimate - whole);
  }
  const auto batches = static_cast<double>(estimates.size());
  return student_quantile((1 + confidence) / 2, estimates.size() - 1) * std::sqrt(squares / (batches - 1) / batches);
}

std::uint64_t fewest_requests(double quantile) {
  return with_beyond(70, quantile);
}

std::uint64_t requests_for(double quantile) {
  return with_beyond(300, quantile);
}

}  // namespace warpshop::stats
