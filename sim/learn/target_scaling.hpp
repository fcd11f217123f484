#pragma once

#include <algorithm>
#include <cmath>

#include "sim/learn/table.hpp"
#include "sim/stats/mean.hpp"

namespace warpshop::learn {

/// How targets are brought to mean 0 and standard deviation 1 (over n), and back; one that is always the same becomes
/// 0.
struct TargetScaling {
  double mean = 0;
  double deviation = 0;

  double scaled(double target) const { return deviation > 0 ? (target - mean) / deviation : 0; }
  double original(double scaled) const { return mean + deviation * scaled; }
};

/// Of a table's targets. Requires rows.
inline TargetScaling target_scaling_of(const Table& table) {
  const double mean = stats::mean(table.targets);
  double squares = 0;
  for (const double target : table.targets) {
    squares += (target - mean) * (target - mean);
  }
  const auto [least, most] = std::minmax_element(table.targets.begin(), table.targets.end());
  if (*least == *most) {
    return {*least, 0};
  }
  return {mean, std::sqrt(squares / static_cast<double>(table.rows()))};
}

}  // namespace warpshop::learn
