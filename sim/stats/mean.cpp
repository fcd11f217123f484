#include "sim/stats/mean.hpp"

#include <cassert>
#include <cmath>
#include <cstddef>

namespace warpshop::stats {

double mean(std::span<const double> values) {
  assert(!values.empty());
  double sum = 0;
  for (const double value : values) {
    sum += value;
  }
  return sum / static_cast<double>(values.size());
}

double geometric_mean(std::span<const double> values) {
  assert(!values.empty());
  double sum = 0;
  for (const double value : values) {
    sum += std::log(value);
  }
  return std::exp(sum / static_cast<double>(values.size()));
}

}  // namespace warpshop::stats
