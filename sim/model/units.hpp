#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>

namespace warpshop {

/// Every time and duration in the project, in milliseconds; never NaN.
using Millis = std::chrono::duration<double, std::milli>;

/// A size in bytes, 0 … 2^53.
struct Bytes {
  std::int64_t count = 0;
  friend auto operator<=>(const Bytes&, const Bytes&) = default;
};

/// A bandwidth in bytes per second; positive in every valid device.
struct BytesPerSecond {
  double value = 0;
  friend auto operator<=>(const BytesPerSecond&, const BytesPerSecond&) = default;
};

/// size / bandwidth. bandwidth > 0.
inline Millis operator/(Bytes size, BytesPerSecond bandwidth) {
  return std::chrono::duration<double>{static_cast<double>(size.count) / bandwidth.value};
}

/// Electrical power; not negative in every valid device.
struct Watts {
  double value = 0;
  friend auto operator<=>(const Watts&, const Watts&) = default;
};

/// Energy.
struct Joules {
  double value = 0;
  friend auto operator<=>(const Joules&, const Joules&) = default;
};

inline Joules operator*(Watts power, Millis time) {
  return {power.value * std::chrono::duration<double>(time).count()};
}

/// Times that differ by at most 1e-9 of the larger one count as equal wherever one is chosen before another
/// (who was ready first, which insertion is best, which of two keys is larger).
inline constexpr double kTieTolerance = 1e-9;

inline bool tied(double a, double b) {
  return std::abs(a - b) <= kTieTolerance * std::max(std::abs(a), std::abs(b));
}
inline bool tied(Millis a, Millis b) {
  return tied(a.count(), b.count());
}

/// a < b, and not tied.
inline bool clearly_less(Millis a, Millis b) {
  return a < b && !tied(a, b);
}

}  // namespace warpshop
