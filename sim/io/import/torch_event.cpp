#include "sim/io/import/torch_event.hpp"

#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sim/io/import/scaled_decimal.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr int kPlacesOfMicroseconds = 3;  // to nanoseconds

/// `0x7f0e`, as ROCm's Kineto writes handles.
std::optional<std::int64_t> hexadecimal(std::string_view text) {
  constexpr int kBase = 16;
  std::int64_t value = 0;
  if (!text.starts_with("0x") || text.size() < 3 || text[2] == '-') {
    return std::nullopt;
  }
  text.remove_prefix(2);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, kBase);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional{value} : std::nullopt;
}

TorchIdentity identity(const TorchScalar& value) {
  return value.whole ? TorchIdentity{.number = *value.whole} : TorchIdentity{.text = std::string{value.text}};
}

std::string shown(const TorchScalar& value) {
  if (value.whole) {
    return fmt::format("{}", *value.whole);
  }
  return value.text.empty() ? "this" : in_quotes(value.text);
}

}  // namespace

std::optional<std::int64_t> TorchScalar::scaled(int places) const {
  const std::optional<std::int64_t> integer = whole ? whole : hexadecimal(text);
  if (!integer) {
    return scaled_decimal(text, places);
  }
  std::int64_t value = *integer;
  for (; places > 0; --places) {
    if (__builtin_mul_overflow(value, std::int64_t{10}, &value)) {
      return std::nullopt;
    }
  }
  return value;
}

void TorchEvent::complain(TorchField field, const Place& place, std::string message) {
  mistakes.push_back({field, place(), std::move(message)});
}

void TorchEvent::set_time(TorchField field, const TorchScalar& value, const Place& place) {
  // Half of what an int64 holds: differences of times fit as well.
  constexpr std::int64_t kLatest = std::int64_t{1} << 62;
  const std::optional<std::int64_t> time = value.scaled(kPlacesOfMicroseconds);
  const bool is_start = field == TorchField::start;
  if (!time || *time < -kLatest || *time > kLatest) {
    complain(field, place, fmt::format("{} is no time, expected microseconds within 146 years", shown(value)));
  } else if (!is_start && *time < 0) {
    complain(field, place, fmt::format("a duration of {} us, expected none below 0", shown(value)));
  } else {
    (is_start ? start : duration) = std::chrono::nanoseconds{*time};
  }
}

void TorchEvent::set(TorchField field, const TorchScalar& value, const Place& place) {
  if (value.is_null) {
    return;
  }
  switch (field) {
    case TorchField::phase:
      phase = value.text.size() == 1 ? value.text.front() : '\0';
      break;
    case TorchField::category:
      category = torch_category(value.text);
      break;
    case TorchField::name:
      name = value.is_string ? std::string{value.text} : shown(value);
      break;
    case TorchField::pid:
      process = identity(value);
      break;
    case TorchField::tid:
      thread = identity(value);
      break;
    case TorchField::start:
    case TorchField::duration:
      set_time(field, value, place);
      break;
    case TorchField::sync_kind:
      sync_kind = value.text;
      break;
    case TorchField::arguments:
    case TorchField::grid:
    case TorchField::block:
    case TorchField::none:
      break;
    default:
      if (const std::optional<std::int64_t> number = value.scaled(0)) {
        numbers[static_cast<std::size_t>(field)] = number;
      } else {
        complain(field, place, fmt::format("{} is no whole number, expected one", shown(value)));
      }
  }
}

void TorchEvent::set_dimension(TorchField field, std::size_t position, const TorchScalar& value, const Place& place) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  const std::optional<std::int64_t> number = value.scaled(0);
  if (position >= grid.size() || !number || *number < 0 || *number > kMost) {
    complain(field, place, "expected three whole numbers from 0 to 2147483647");
  } else {
    (field == TorchField::grid ? grid : block)[position] = *number;
  }
}

}  // namespace warpshop::io
