#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warpshop::stats {

/// A value, and how many times it is there.
struct RepeatedValue {
  double value = 0;
  std::uint64_t count = 0;

  bool operator==(const RepeatedValue&) const = default;
};

/// The different values in increasing order, each with its count > 0. None NaN.
std::vector<RepeatedValue> repeated_values(std::span<const double> values);

}  // namespace warpshop::stats
