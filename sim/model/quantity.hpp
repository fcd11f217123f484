#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/model/units.hpp"

namespace warpshop {

// Numbers with units, as people write them: `2.5 ms`, `16 MiB`, `3.26 GB/s`.

/// A number as it is written, and what follows it.
struct Quantity {
  std::string_view digits;    ///< perhaps with a fraction
  std::int64_t exponent = 0;  ///< the number is digits × 10^exponent
  std::string_view unit;      ///< without the spaces before it; empty: none
};

/// Reads 0 or [1-9][0-9]*, then optionally a fraction .[0-9]+ and an exponent [eE][+-]?[0-9]+, and takes what follows
/// for the unit. No number: nothing. What it gives points into `text`.
std::optional<Quantity> parse_quantity(std::string_view text);

/// The double nearest to the number × 10^shift. Nothing if that is infinite, or 0 or denormal for a number that is not
/// 0.
std::optional<double> to_double(const Quantity& quantity, int shift = 0);

/// The largest whole number that is read: up to here every double is exact.
inline constexpr std::int64_t kLargestWhole = std::int64_t{1} << 53;

/// A unit: factor × 10^exponent of that of the model.
struct Unit {
  std::string_view name;
  int exponent = 0;
  std::int64_t factor = 1;
};
using Units = std::span<const Unit>;

/// Of the two µ, U+00B5 is the sign for micro, U+03BC the Greek letter; keyboards give either.
inline constexpr std::array<Unit, 6> kTimeUnits{
    {{"ns", -6}, {"us", -3}, {"\u00B5s", -3}, {"\u03BCs", -3}, {"ms", 0}, {"s", 3}}};
inline constexpr std::array<Unit, 7> kSizeUnits{
    {{"B"}, {"kB", 3}, {"KiB", 0, 1 << 10}, {"MB", 6}, {"MiB", 0, 1 << 20}, {"GB", 9}, {"GiB", 0, 1 << 30}}};
inline constexpr std::array<Unit, 7> kBandwidthUnits{{{"B/s"},
                                                      {"kB/s", 3},
                                                      {"KiB/s", 0, 1 << 10},
                                                      {"MB/s", 6},
                                                      {"MiB/s", 0, 1 << 20},
                                                      {"GB/s", 9},
                                                      {"GiB/s", 0, 1 << 30}}};
inline constexpr std::array<Unit, 3> kPowerUnits{{{"mW", -3}, {"W"}, {"kW", 3}}};
inline constexpr std::array<Unit, 6> kRateUnits{
    {{"/ns", 6}, {"/us", 3}, {"/\u00B5s", 3}, {"/\u03BCs", 3}, {"/ms", 0}, {"/s", -3}}};
inline constexpr std::array<Unit, 1> kPercentUnits{{{"%", -2}}};
inline constexpr std::array<Unit, 2> kSmUnits{{{"SMs", 6}, {"SM", 6}}};  // of SmAmount

/// The unit of a name, or nullptr.
const Unit* find_unit(Units units, std::string_view name);

/// The number × unit, without rounding: 16.777216 MB is 16 777 216. Nothing if it is not whole; kLargestWhole + 1 for
/// all that is above kLargestWhole.
std::optional<std::int64_t> to_whole(const Quantity& quantity, const Unit& unit = kSizeUnits[0]);

/// The number × unit of time, rounded once: 0, or 1e-30 ms … kLongestDuration; nothing where it is out of range.
std::optional<Millis> to_duration(const Quantity& quantity, const Unit& unit);

/// A whole text as a duration: nothing where it is none, or out of range.
std::optional<Millis> parse_duration(std::string_view text);

/// The other way round: `value` of the model in a unit, such as `17.7 us`: the fewest digits that are read back as the
/// same value. value ≥ 0, finite, 0 or normal. A unit without name: the number alone.
std::string quantity_text(double value, const Unit& unit = {});

/// A size in the unit that needs the fewest digits: 48 KiB, 1 MB, 1001 B. size ≥ 0.
std::string quantity_text(Bytes size);

/// ns, us, ms or s: the one in which the number is 1 … 999, or the nearest.
Unit unit_of(Millis duration);
/// B/s, kB/s, MB/s or GB/s, likewise.
Unit unit_of(BytesPerSecond bandwidth);

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
