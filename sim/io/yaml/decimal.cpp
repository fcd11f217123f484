#include "sim/io/yaml/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>

namespace warpshop::io {
namespace {

/// Beyond this, an exponent cannot come back into the range of a double, whatever a file of 64 MiB holds beside it.
constexpr std::int64_t kLargestExponent = 1'000'000'000;

bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

/// Takes the digits off the front of `text`.
std::string_view take_digits(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length])) {
    ++length;
  }
  const std::string_view digits = text.substr(0, length);
  text.remove_prefix(length);
  return digits;
}

/// Takes an exponent off the front of `text`; 0, and nothing taken, where there is none.
std::int64_t take_exponent(std::string_view& text) {
  std::string_view rest = text;
  if (rest.empty() || (rest.front() != 'e' && rest.front() != 'E')) {
    return 0;
  }
  rest.remove_prefix(1);
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) {
    rest.remove_prefix(1);
  }
  const std::string_view digits = take_digits(rest);
  if (digits.empty()) {
    return 0;
  }
  text = rest;
  std::int64_t exponent = 0;
  for (const char digit : digits) {
    exponent = std::min(exponent * 10 + (digit - '0'), kLargestExponent);
  }
  return negative ? -exponent : exponent;
}

/// digits × factor, as digits. factor ≤ 2^32.
std::string multiply(std::string_view digits, std::uint64_t factor) {
  std::string product;
  std::uint64_t carry = 0;
  for (std::size_t position = digits.size(); position > 0; --position) {
    carry += static_cast<std::uint64_t>(digits[position - 1] - '0') * factor;
    product += static_cast<char>('0' + carry % 10);
    carry /= 10;
  }
  for (; carry > 0; carry /= 10) {
    product += static_cast<char>('0' + carry % 10);
  }
  std::reverse(product.begin(), product.end());
  return product;
}

}  // namespace

std::optional<Quantity> parse_quantity(std::string_view text) {
  const std::string_view whole = take_digits(text);
  if (whole.empty() || (whole.size() > 1 && whole.front() == '0')) {
    return std::nullopt;
  }
  Quantity quantity;
  std::string_view fraction;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = take_digits(text);
    if (fraction.empty()) {
      return std::nullopt;
    }
  }
  quantity.number.exponent = take_exponent(text) - static_cast<std::int64_t>(fraction.size());
  std::string& digits = quantity.number.digits;
  digits.append(whole).append(fraction);
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  quantity.unit = text.substr(std::min(text.find_first_not_of(' '), text.size()));
  return quantity;
}

Decimal scaled(const Decimal& number, std::uint64_t factor) {
  return {.digits = multiply(number.digits, factor), .exponent = number.exponent};
}

std::optional<double> to_double(const Decimal& number, int shift) {
  if (number.is_zero()) {
    return 0.0;
  }
  const std::string text = number.digits + 'e' + std::to_string(number.exponent + shift);
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc{} || !std::isnormal(value)) {
    return std::nullopt;
  }
  return value;
}

Whole to_whole(const Decimal& number, std::uint64_t unit) {
  if (number.is_zero()) {
    return {};
  }
  constexpr std::int64_t kMostDigits = 16;  // of 2^53
  std::string product = multiply(number.digits, unit);
  if (number.exponent < 0) {
    const auto dropped = static_cast<std::size_t>(-number.exponent);
    const std::size_t last = product.find_last_not_of('0');
    if (product.size() - 1 - last < dropped) {
      return {.fit = WholeFit::fractional, .value = 0};
    }
    product.erase(product.size() - dropped);
  } else if (number.exponent <= kMostDigits) {
    product.append(static_cast<std::size_t>(number.exponent), '0');
  } else {
    return {.fit = WholeFit::too_large, .value = 0};
  }
  std::int64_t value = 0;
  const auto result = std::from_chars(product.data(), product.data() + product.size(), value);
  if (result.ec != std::errc{} || value > kLargestWhole) {
    return {.fit = WholeFit::too_large, .value = 0};
  }
  return {.fit = WholeFit::exact, .value = value};
}

}  // namespace warpshop::io
