#pragma once

#include <cstdint>

namespace warpshop {

/// The 95 % confidence interval of a value, relative to it. That of 0 is 1 … 1.
struct Confidence {
  double low = 1;            ///< 0 ≤ low ≤ 1
  double high = 1;           ///< 1 ≤ high, finite
  std::int64_t samples = 0;  ///< 1 … 1e9 in every valid device

  /// Whether it is as its members say.
  bool is_valid() const;
  friend bool operator==(const Confidence&, const Confidence&) = default;
};

/// An end of an interval for people and files: value × relative in six significant digits, rounded away from `value`,
/// as it is not known better; what was rounded once stays as it is. value ≥ 0; relative: `low` or `high`.
double end_of_interval(double value, double relative);

}  // namespace warpshop
