#include "sim/io/import/torch_event.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/format.h>

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

/// What stands for a word in a table of pairs.
template <class Table, class Value>
Value value_of(const Table& table, std::string_view word, Value otherwise) {
  const auto* const found =
      std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.first == word; });
  return found == table.end() ? otherwise : found->second;
}

// clang-format off
constexpr std::array<std::pair<std::string_view, TorchCategory>, 12> kCategories{{
    {"kernel", TorchCategory::kernel}, {"gpu_memcpy", TorchCategory::copy}, {"gpu_memset", TorchCategory::memset},
    {"cuda_runtime", TorchCategory::call}, {"cuda_driver", TorchCategory::call}, {"cuda_sync", TorchCategory::synchronisation},
    {"cuda_event", TorchCategory::event_record}, {"user_annotation", TorchCategory::annotation},
    {"Kernel", TorchCategory::kernel}, {"Memcpy", TorchCategory::copy}, {"Memset", TorchCategory::memset},
    {"Runtime", TorchCategory::call}}};

constexpr std::array<std::pair<std::string_view, TorchField>, 8> kEventFields{{
    {"ph", TorchField::phase}, {"cat", TorchField::category}, {"name", TorchField::name}, {"pid", TorchField::pid}, {"tid", TorchField::tid},
    {"ts", TorchField::start}, {"dur", TorchField::duration}, {"args", TorchField::arguments}}};

/// ROCm says `bytes`, and before version 6.3 `size`, of the calls that copy. Copies between GPUs have inDevice, of the
/// engine that copies, beside fromDevice and toDevice.
constexpr std::array<std::pair<std::string_view, TorchField>, 17> kArgumentFields{{
    {"device", TorchField::device}, {"inDevice", TorchField::device}, {"context", TorchField::context}, {"inContext", TorchField::context},
    {"stream", TorchField::stream}, {"correlation", TorchField::correlation}, {"bytes", TorchField::bytes}, {"size", TorchField::bytes},
    {"registers per thread", TorchField::registers}, {"shared memory", TorchField::shared_memory}, {"grid", TorchField::grid},
    {"block", TorchField::block}, {"cuda_sync_kind", TorchField::sync_kind}, {"wait_on_stream", TorchField::awaited_stream},
    {"wait_on_cuda_event_record_corr_id", TorchField::awaited_record}, {"wait_on_cuda_event_id", TorchField::awaited_event},
    {"event_id", TorchField::event}}};
// clang-format on

/// By the `cat` of an event, those of PyTorch before 1.12 (`Kernel`) as well. The format allows several, with commas
/// between them: the first that is known.
TorchCategory torch_category(std::string_view cat) {
  TorchCategory category = TorchCategory::other;
  while (category == TorchCategory::other && !cat.empty()) {
    const std::size_t comma = std::min(cat.find(','), cat.size());
    std::string_view one = cat.substr(0, comma);
    one.remove_prefix(std::min(one.find_first_not_of(' '), one.size()));
    one = one.substr(0, one.find_last_not_of(' ') + 1);
    category = value_of(kCategories, one, TorchCategory::other);
    cat.remove_prefix(std::min(comma + 1, cat.size()));
  }
  return category;
}

}  // namespace

TorchField torch_event_field(std::string_view key) {
  return value_of(kEventFields, key, TorchField::none);
}

TorchField torch_argument_field(std::string_view key) {
  return value_of(kArgumentFields, key, TorchField::none);
}

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
