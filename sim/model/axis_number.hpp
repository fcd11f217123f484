#pragma once

#include <optional>
#include <string_view>

namespace warpshop {

/// A value of an axis that is a number, so that `1000 us` and `1 ms` are the same.
struct AxisNumber {
  double value = 0;       ///< in `unit`
  std::string_view unit;  ///< one for all times, sizes, bandwidths, …; of one that is not known its text; or empty

  friend bool operator==(const AxisNumber&, const AxisNumber&) = default;
};

/// Nothing: it is no number. What it gives may point into `text`.
std::optional<AxisNumber> axis_number(std::string_view text);

/// Whether two values of an axis mean the same: they are written alike, or are the same number.
bool same_value(std::string_view first, std::string_view second);

}  // namespace warpshop
