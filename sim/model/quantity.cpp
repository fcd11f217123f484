#include "sim/model/quantity.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <system_error>

#include "sim/model/instance.hpp"

namespace warpshop {
namespace {

/// Beyond this, an exponent cannot come back into the range of a double, whatever a file of 64 MiB holds beside it.
constexpr std::int64_t kLargestExponent = 1'000'000'000;

std::size_t count_digits(std::string_view text) {
  return std::min(text.find_first_not_of("0123456789"), text.size());
}

/// Takes an exponent off the front of `text`; 0, and nothing taken, where there is none.
std::int64_t take_exponent(std::string_view& text) {
  const bool is_signed = text.size() > 1 && (text[1] == '+' || text[1] == '-');
  const std::size_t start = is_signed ? 2 : 1;
  if (!(text.starts_with('e') || text.starts_with('E')) || count_digits(text.substr(start)) == 0) {
    return 0;
  }
  const bool is_negative = text[1] == '-';
  const std::string_view digits = text.substr(start, count_digits(text.substr(start)));
  text.remove_prefix(start + digits.size());
  std::int64_t exponent = kLargestExponent;  // left alone if there are too many digits
  std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  exponent = std::min(exponent, kLargestExponent);
  return is_negative ? -exponent : exponent;
}

/// The nearest Number to the quantity × 10^shift; false: none is near.
template <class Number>
bool nearest(const Quantity& quantity, int shift, Number& number) {
  const std::string text = std::string{quantity.digits} + 'e' + std::to_string(quantity.exponent + shift);
  return std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc{};
}

bool is_zero(const Quantity& quantity) {
  return quantity.digits.find_first_of("123456789") == std::string_view::npos;
}

constexpr std::array<Unit, 4> kWrittenTimeUnits{{{"s", 3}, {"ms", 0}, {"us", -3}, {"ns", -6}}};
constexpr std::array<Unit, 4> kWrittenBandwidthUnits{{{"GB/s", 9}, {"MB/s", 6}, {"kB/s", 3}, {"B/s", 0}}};

/// The largest unit of which there is at least one; the smallest, where there is none.
Unit largest_unit(Units units, double value) {
  const auto found = std::find_if(units.begin(), units.end(), [&](const Unit& unit) {
    return value >= to_double({.digits = "1", .exponent = unit.exponent});
  });
  return found == units.end() ? units.back() : *found;
}

}  // namespace

std::optional<Quantity> parse_quantity(std::string_view text) {
  std::size_t length = count_digits(text);
  if (length == 0 || (length > 1 && text.front() == '0')) {
    return std::nullopt;
  }
  if (length < text.size() && text[length] == '.') {
    const std::size_t fraction = count_digits(text.substr(length + 1));
    if (fraction == 0) {
      return std::nullopt;
    }
    length += 1 + fraction;
  }
  Quantity quantity{.digits = text.substr(0, length)};
  text.remove_prefix(length);
  quantity.exponent = take_exponent(text);
  quantity.unit = text.substr(std::min(text.find_first_not_of(' '), text.size()));
  return quantity;
}

std::optional<double> to_double(const Quantity& quantity, int shift) {
  double value = 0;
  const bool fits = is_zero(quantity) || (nearest(quantity, shift, value) && std::isnormal(value));
  return fits ? std::optional(value) : std::nullopt;
}

/// In long double, which tells 2^53 + 1 from 2^53. A power of two as factor rounds nothing.
std::optional<std::int64_t> to_whole(const Quantity& quantity, const Unit& unit) {
  long double value = 0;
  if (!is_zero(quantity) && !nearest(quantity, unit.exponent, value)) {
    return quantity.exponent < 0 ? std::nullopt : std::optional(kLargestWhole + 1);
  }
  value *= static_cast<long double>(unit.factor);
  if (value != std::floor(value)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(std::min(value, static_cast<long double>(kLargestWhole + 1)));
}

const Unit* find_unit(Units units, std::string_view name) {
  const auto found = std::find_if(units.begin(), units.end(), [&](const Unit& unit) { return unit.name == name; });
  return found == units.end() ? nullptr : &*found;
}

std::optional<Millis> to_duration(const Quantity& quantity, const Unit& unit) {
  constexpr double kShortestDuration = 1e-30;  // milliseconds, of one that is not 0
  const std::optional<double> value = to_double(quantity, unit.exponent);
  const bool fits = value && (*value == 0 || *value >= kShortestDuration) && *value <= kLongestDuration.count();
  return fits ? std::optional(Millis{*value}) : std::nullopt;
}

std::optional<Millis> parse_duration(std::string_view text) {
  const auto found = parse_quantity(text);
  const Unit* unit = found ? find_unit(kTimeUnits, found->unit) : nullptr;
  return unit != nullptr ? to_duration(*found, *unit) : std::nullopt;
}

Unit unit_of(Millis duration) {
  return largest_unit(kWrittenTimeUnits, duration.count());
}

Unit unit_of(BytesPerSecond bandwidth) {
  return largest_unit(kWrittenBandwidthUnits, bandwidth.value);
}

/// The digits of a double in the model's unit with the decimal point moved: a double in the other unit would be rounded
/// once more. 0.000123, 12.3, 12300, or 1.23e-9 for what is far from 1.
std::string quantity_text(double value, const Unit& unit) {
  constexpr int kMostZeros = 5;
  constexpr int kMostDigits = std::numeric_limits<double>::max_digits10;
  std::array<char, 32> shortest{};
  const auto end =
      std::to_chars(shortest.data(), shortest.data() + shortest.size(), value, std::chars_format::scientific).ptr;
  std::string digits(shortest.data(), end);
  const std::size_t mark = digits.find('e');
  int point = std::stoi(digits.substr(mark + 1)) + 1 - unit.exponent;  // stands after so many digits
  digits.erase(mark);
  std::erase(digits, '.');
  if (value == 0) {
    digits = "0";
  } else if (point <= -kMostZeros || point > kMostDigits) {
    digits += 'e' + std::to_string(point - 1);
    if (digits[1] != 'e') {
      digits.insert(1, ".");
    }
  } else {
    if (point <= 0) {
      digits.insert(0, static_cast<std::size_t>(1 - point), '0');
      point = 1;
    }
    digits.resize(std::max(digits.size(), static_cast<std::size_t>(point)), '0');
    if (digits.size() > static_cast<std::size_t>(point)) {
      digits.insert(static_cast<std::size_t>(point), ".");
    }
  }
  return unit.name.empty() ? digits : digits + ' ' + std::string{unit.name};
}

std::string quantity_text(Bytes size) {
  std::string best = std::to_string(size.count);
  std::string_view name = "B";
  for (const Unit& unit : kSizeUnits) {
    const std::int64_t bytes = unit.factor * std::llround(std::pow(10, unit.exponent));
    const std::string count = std::to_string(size.count / bytes);
    if (size.count > 0 && size.count % bytes == 0 && count.size() <= best.size() && bytes > 1) {
      best = count;
      name = unit.name;
    }
  }
  return best + ' ' + std::string{name};
}

std::optional<AxisNumber> axis_number(std::string_view text) {
  const std::optional<Quantity> quantity = parse_quantity(text);
  if (!quantity) {
    return std::nullopt;
  }
  for (const Units units :
       {Units(kTimeUnits), Units(kSizeUnits), Units(kBandwidthUnits), Units(kPowerUnits), Units(kRateUnits)}) {
    if (const Unit* unit = find_unit(units, quantity->unit)) {
      const std::optional<double> value = to_double(*quantity, unit->exponent);
      return value ? std::optional(AxisNumber{*value * static_cast<double>(unit->factor), units.front().name})
                   : std::nullopt;
    }
  }
  const std::optional<double> value = to_double(*quantity);
  return value ? std::optional(AxisNumber{*value, quantity->unit}) : std::nullopt;
}

bool same_value(std::string_view first, std::string_view second) {
  const std::optional<AxisNumber> number = axis_number(first);
  return first == second || (number && number == axis_number(second));
}

}  // namespace warpshop
