#include "sim/stats/repeated_value.hpp"

#include <algorithm>

namespace warpshop::stats {

std::vector<RepeatedValue> repeated_values(std::span<const double> values) {
  std::vector<double> ordered(values.begin(), values.end());
  std::sort(ordered.begin(), ordered.end());
  std::vector<RepeatedValue> repeated;
  for (const double value : ordered) {
    if (repeated.empty() || repeated.back().value != value) {
      repeated.push_back({.value = value, .count = 0});
    }
    ++repeated.back().count;
  }
  return repeated;
}

}  // namespace warpshop::stats
