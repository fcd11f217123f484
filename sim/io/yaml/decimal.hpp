#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpshop::io {

/// digits × 10^exponent, exactly as written. digits has no leading zero; zero is the empty string.
struct Decimal {
  std::string digits;
  std::int64_t exponent = 0;

  bool is_zero() const { return digits.empty(); }
};

/// A number and what follows it.
struct Quantity {
  Decimal number;
  std::string_view unit;  ///< without the spaces before it; empty: none
};

/// Reads 0 or [1-9][0-9]*, then optionally a fraction .[0-9]+ and an exponent [eE][+-]?[0-9]+, and takes what follows
/// for the unit. No number: nothing. The unit points into `text`.
std::optional<Quantity> parse_quantity(std::string_view text);

/// number × factor, exactly. factor ≤ 2^32.
Decimal scaled(const Decimal& number, std::uint64_t factor);

/// The double nearest to number × 10^shift. Nothing if that is infinite, or 0 or denormal for a number that is not 0.
std::optional<double> to_double(const Decimal& number, int shift = 0);

/// The largest whole number that is read: up to here every double is exact.
inline constexpr std::int64_t kLargestWhole = std::int64_t{1} << 53;

enum class WholeFit : std::uint8_t { exact, fractional, too_large };

struct Whole {
  WholeFit fit = WholeFit::exact;
  std::int64_t value = 0;  ///< where it fits
};

/// number × unit, without rounding: 16.777216 × 10^6 is 16 777 216. 1 ≤ unit ≤ 2^32.
Whole to_whole(const Decimal& number, std::uint64_t unit = 1);

}  // namespace warpshop::io
