#pragma once

#include <cmath>
#include <string>

#include "sim/model/units.hpp"

namespace warpshop {

/// For people who wait: `under a second`, `about 12 s`, `about 3 min`, `about 2 h`. time ≥ 0, rounded up.
inline std::string rough(Millis time) {
  const auto in = [&](double seconds, const char* unit) {
    return "about " + std::to_string(static_cast<long long>(std::ceil(time.count() / (seconds * 1e3)))) + ' ' + unit;
  };
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  if (time < Millis{1e3}) {
    return "under a second";
  }
  return time < Millis{2 * kMinute * 1e3} ? in(1, "s")
         : time < Millis{2 * kHour * 1e3} ? in(kMinute, "min")
                                          : in(kHour, "h");
}

}  // namespace warpshop
