#pragma once

#include <cstddef>
#include <span>

#include "sim/model/units.hpp"

namespace warpshop {

/// What many orders cost. The quantiles are costs of orders: with n of them by increasing cost, of rank ⌈n p⌉ counted
/// from 1, p = 1/4, 1/2, 3/4; of an even number the median is the lower of the two in the middle.
struct CostDistribution {
  std::size_t orders = 0;  ///< ≥ 1
  Millis minimum{0};
  Millis lower_quartile{0};
  Millis median{0};
  Millis mean{0};
  Millis upper_quartile{0};
  Millis maximum{0};
  friend bool operator==(const CostDistribution&, const CostDistribution&) = default;
};

/// Of at least one cost.
CostDistribution distribution_of(std::span<const Millis> costs);

/// The rank from 0 of the quantile quarters / 4 of so many: 1 ≤ quarters ≤ 3, count ≥ 1.
constexpr std::size_t rank_of_quartile(std::size_t count, std::size_t quarters) {
  return (count * quarters + 3) / 4 - 1;
}

}  // namespace warpshop
