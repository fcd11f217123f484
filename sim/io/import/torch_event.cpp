#include "sim/io/import/torch_event.hpp"

#include <limits>
#include <utility>

#include <fmt/format.h>

#include "sim/io/import/scaled_decimal.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr int kPlacesOfMicroseconds = 3;  // to nanoseconds

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
  if (!whole) {
    return scaled_decimal(text, places);
  }
  std::int64_t value = *whole;
  for (; places > 0; --places) {
    if (__builtin_mul_overflow(value, std::int64_t{10}, &value)) {
      return std::nullopt;
    }
  }
  return value;
}

void TorchEvent::complain(const Place& place, std::string message) {
  if (!mistake) {
    mistake = TorchMistake{place(), std::move(message)};
  }
}

void TorchEvent::set_time(TorchField field, const TorchScalar& value, const Place& place) {
  // Half of what an int64 holds: differences of times fit as well.
  constexpr std::int64_t kLatest = std::int64_t{1} << 62;
  const std::optional<std::int64_t> time = value.scaled(kPlacesOfMicroseconds);
  const bool is_start = field == TorchField::start;
  if (!time || *time < -kLatest || *time > kLatest) {
    complain(place, fmt::format("{} is no time, expected microseconds within 146 years", shown(value)));
  } else if (!is_start && *time < 0) {
    complain(place, fmt::format("a duration of {} us, expected none below 0", shown(value)));
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
        complain(place, fmt::format("{} is no whole number, expected one", shown(value)));
      }
  }
}

void TorchEvent::set_dimension(TorchField field, std::size_t position, const TorchScalar& value, const Place& place) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  const std::optional<std::int64_t> number = value.scaled(0);
  if (position >= grid.size() || !number || *number < 0 || *number > kMost) {
    complain(place, "expected three whole numbers from 0 to 2147483647");
  } else {
    (field == TorchField::grid ? grid : block)[position] = *number;
  }
}

}  // namespace warpshop::io
