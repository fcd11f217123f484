#include "sim/io/yaml/quantity.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <system_error>

namespace warpshop::io {
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

}  // namespace warpshop::io
