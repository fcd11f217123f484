#pragma once

#include <algorithm>
#include <span>

#include "sim/model/co_run.hpp"

namespace warpshop::evaluate {

/// Of a curve at a count: between its points linear, beyond them as at the end; 1 of an empty one.
inline double factor_at(std::span<const RateCorrection> curve, double count) {
  if (curve.empty()) {
    return 1;
  }
  const auto next = std::lower_bound(curve.begin(), curve.end(), count,
                                     [](const RateCorrection& point, double at) { return point.count < at; });
  if (next == curve.begin() || next == curve.end()) {
    return next == curve.begin() ? next->factor : curve.back().factor;
  }
  const RateCorrection& before = *(next - 1);
  const double weight = (count - before.count) / (next->count - before.count);
  return before.factor + weight * (next->factor - before.factor);
}

}  // namespace warpshop::evaluate
