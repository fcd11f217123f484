#include "sim/io/import/scaled_decimal.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace warpshop::io {
namespace {

/// Takes the digits at the start of a text off it.
std::string_view take_digits(std::string_view& text) {
  const std::string_view digits = text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
  text.remove_prefix(digits.size());
  return digits;
}

/// Takes what stands behind an `e` off a text, within ±10^9; nothing if it is no exponent.
std::optional<std::int64_t> take_exponent(std::string_view& text) {
  constexpr std::int64_t kLargest = 1'000'000'000;
  if (text.empty() || (text.front() != 'e' && text.front() != 'E')) {
    return 0;
  }
  text.remove_prefix(1);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  const std::string_view digits = take_digits(text);
  if (digits.empty()) {
    return std::nullopt;
  }
  std::int64_t exponent = kLargest;
  std::from_chars(digits.data(), digits.data() + digits.size(), exponent);  // left as it is if it is out of range
  exponent = std::min(exponent, kLargest);
  return negative ? -exponent : exponent;
}

}  // namespace

std::optional<std::int64_t> scaled_decimal(std::string_view text, int places) {
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const bool negative = text.starts_with('-');
  text.remove_prefix(negative ? 1 : 0);
  const std::string_view whole = take_digits(text);
  std::string_view fraction;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = take_digits(text);
  }
  const std::optional<std::int64_t> exponent = take_exponent(text);
  if (whole.size() + fraction.size() == 0 || !exponent || !text.empty()) {
    return std::nullopt;
  }
  const auto written = static_cast<std::int64_t>(whole.size() + fraction.size());
  const std::int64_t kept = static_cast<std::int64_t>(whole.size()) + *exponent + places;  // digits before the point
  const auto digit = [&](std::int64_t position) {
    const auto at = static_cast<std::size_t>(position);
    return static_cast<std::uint64_t>((at < whole.size() ? whole[at] : fraction[at - whole.size()]) - '0');
  };
  std::uint64_t value = 0;
  for (std::int64_t position = 0; position < kept && (position < written || value > 0); ++position) {
    const std::uint64_t next = position < written ? digit(position) : 0;
    if (value > (kMost - next) / 10) {
      return std::nullopt;
    }
    value = 10 * value + next;
  }
  if (kept >= 0 && kept < written && digit(kept) >= 5 && ++value > kMost) {
    return std::nullopt;
  }
  return negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
}

}  // namespace warpshop::io
