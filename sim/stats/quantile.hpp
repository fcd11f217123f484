#pragma once

#include <span>

#include "sim/stats/repeated_value.hpp"

namespace warpshop::stats {

/// The value below which that part of the values lies, 0 ≤ probability ≤ 1: at rank (n - 1) probability, counted from
/// 0, linearly between two ranks; at 1/2 the median. Requires values, none NaN.
double quantile(std::span<const double> values, double probability);

/// The same of values in increasing order, each with its count > 0.
double quantile(std::span<const RepeatedValue> values, double probability);

}  // namespace warpshop::stats
