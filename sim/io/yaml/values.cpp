#include "sim/io/yaml/values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "sim/model/quantity.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr std::string_view kDurationExpected = "a number with ns, us, ms or s, such as 2.5 ms";
constexpr std::string_view kSizeExpected = "a number with B, kB, KiB, MB, MiB, GB or GiB, such as 16 MiB";
constexpr std::string_view kBothExpected =
    "a duration (ns, us, ms, s) such as 2.5 ms, or a size (B, kB, KiB, MB, MiB, GB, GiB) such as 16 MiB";
constexpr std::string_view kBandwidthExpected = "a size per second, such as 3.26 GB/s";
constexpr std::string_view kRateExpected = "a number with /ns, /us, /ms or /s, such as 12.5 /ms";
constexpr std::string_view kPercentExpected = "a number with %, 0 % to 100 %";
constexpr std::string_view kSmsExpected = "so many SMs, such as 2.5 SMs";
constexpr std::string_view kPowerExpected = "a number with mW, W or kW, such as 250 W";

std::optional<Quantity> find_quantity(const YamlNode& node) {
  return node.kind == NodeKind::scalar ? parse_quantity(node.text) : std::nullopt;
}

bool has_unit(const YamlNode& node, Units units) {
  const auto found = find_quantity(node);
  return found && find_unit(units, found->unit) != nullptr;
}

/// `what` the number of a scalar should be, with its article. Throws InputError: no number, or a negative one.
Quantity quantity_of(const YamlNode& node, std::string_view what, std::string_view expected) {
  if (const auto found = find_quantity(node)) {
    return *found;
  }
  const bool negative = node.kind == NodeKind::scalar && node.text.starts_with('-') &&
                        parse_quantity(std::string_view{node.text}.substr(1)).has_value();
  refuse_value(node, negative ? "is negative" : fmt::format("is not {}", what), expected);
}

/// The unit of a number. Throws InputError: none, or none of these.
const Unit& known_unit(const Quantity& found, Units units, const YamlNode& node, std::string_view expected) {
  if (const Unit* unit = find_unit(units, found.unit)) {
    return *unit;
  }
  refuse_value(node,
               found.unit.empty()            ? "has no unit"
               : found.unit.starts_with(',') ? "has a decimal comma"
                                             : "has the unknown unit " + in_quotes(found.unit),
               expected);
}

Millis duration_in_range(const YamlNode& node, const Quantity& number, const Unit& unit) {
  const std::optional<Millis> value = to_duration(number, unit);
  if (!value) {
    refuse_value(node, "is out of range", "0 ms, or 1e-30 ms to 1e15 ms");
  }
  return *value;
}

Bytes size_in_range(const YamlNode& node, const Quantity& number, const Unit& unit) {
  const std::optional<std::int64_t> count = to_whole(number, unit);
  if (!count) {
    refuse_value(node, "is not a whole number of bytes", kSizeExpected);
  }
  if (*count > kLargestWhole) {
    refuse_value(node, "is out of range", "at most 2^53 bytes");
  }
  return {*count};
}

double number_up_to(double highest, const YamlNode& node, std::string_view expected) {
  const Quantity found = quantity_of(node, "a number", expected);
  if (!found.unit.empty()) {
    refuse_value(node, "is not a number", expected);
  }
  const std::optional<double> value = to_double(found);
  if (!value || *value > highest) {
    refuse_value(node, "is out of range", expected);
  }
  return *value;
}

/// What keeps a text, which is UTF-8 as all that is read, from being a name; empty: nothing.
std::string_view hidden_characters(std::string_view text) {
  for (std::size_t length = 0; !text.empty(); text.remove_prefix(length)) {
    length = character_length(text);
    if (const char32_t character = code_point(text.substr(0, length)); !is_printable(character)) {
      return character < 0xA0 ? "has control characters" : "has characters that do not show";
    }
  }
  return "";
}

}  // namespace

bool is_duration(const YamlNode& node) {
  return has_unit(node, kTimeUnits);
}

bool is_size(const YamlNode& node) {
  return has_unit(node, kSizeUnits);
}

bool is_word(std::string_view text, std::string_view word) {
  return std::equal(text.begin(), text.end(), word.begin(), word.end(), [](char given, char lower) {
    return given == lower || (given >= 'A' && given <= 'Z' && given - 'A' + 'a' == lower);
  });
}

bool is_yaml_boolean(std::string_view text) {
  constexpr std::array<std::string_view, 6> kWords{"true", "false", "yes", "no", "on", "off"};
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) { return is_word(text, word); });
}

Millis duration(const YamlNode& node) {
  const Quantity found = quantity_of(node, "a duration", kDurationExpected);
  return duration_in_range(node, found, known_unit(found, kTimeUnits, node, kDurationExpected));
}

Millis duration_above_zero(const YamlNode& node) {
  const Millis value = duration(node);
  if (value == Millis{0}) {
    refuse_value(node, "is out of range", "a duration above 0");
  }
  return value;
}

Bytes size(const YamlNode& node) {
  const Quantity found = quantity_of(node, "a size", kSizeExpected);
  return size_in_range(node, found, known_unit(found, kSizeUnits, node, kSizeExpected));
}

std::variant<Millis, Bytes> duration_or_size(const YamlNode& node) {
  const Quantity found = quantity_of(node, "a duration or a size", kBothExpected);
  if (const Unit* unit = find_unit(kTimeUnits, found.unit)) {
    return duration_in_range(node, found, *unit);
  }
  return size_in_range(node, found, known_unit(found, kSizeUnits, node, kBothExpected));
}

Millis kernel_duration(const YamlNode& node) {
  if (is_size(node)) {
    refuse_value(node, "is a size, which says nothing of a kernel",
                 "a duration such as 2.5 ms, or {name: ..., elements: ...}");
  }
  return duration(node);
}

BytesPerSecond bandwidth(const YamlNode& node, BytesPerSecond lowest) {
  const Quantity found = quantity_of(node, "a bandwidth", kBandwidthExpected);
  const Unit& unit = known_unit(found, kBandwidthUnits, node, kBandwidthExpected);
  const double value = to_double(found, unit.exponent).value_or(-1) * static_cast<double>(unit.factor);
  if (value < lowest.value || value > 1e18) {
    refuse_value(node, "is out of range", fmt::format("{} B/s to 1e18 B/s", lowest.value));
  }
  return {value};
}

SubtasksPerMilli rate(const YamlNode& node, SubtasksPerMilli lowest) {
  const Quantity found = quantity_of(node, "a rate", kRateExpected);
  const double value = to_double(found, known_unit(found, kRateUnits, node, kRateExpected).exponent).value_or(-1);
  if (value < lowest.value || value > 1e15) {
    refuse_value(node, "is out of range", fmt::format("{} /ms to 1e15 /ms", lowest.value));
  }
  return {value};
}

PerSecond per_second(const YamlNode& node) {
  constexpr int kMillisOfASecond = 3;  // as an exponent
  const Quantity found = quantity_of(node, "a rate", kRateExpected);
  const int exponent = known_unit(found, kRateUnits, node, kRateExpected).exponent + kMillisOfASecond;
  const double value = to_double(found, exponent).value_or(-1);
  if (value < 1e-12 || value > 1e18) {
    refuse_value(node, "is out of range", "1e-12 /s to 1e18 /s");
  }
  return {value};
}

double percent(const YamlNode& node) {
  const Quantity found = quantity_of(node, "a percentage", kPercentExpected);
  const double value = to_double(found, known_unit(found, kPercentUnits, node, kPercentExpected).exponent).value_or(-1);
  if (value < 0 || value > 1) {
    refuse_value(node, "is out of range", kPercentExpected);
  }
  return value;
}

SmAmount sm_amount(const YamlNode& node) {
  const Quantity found = quantity_of(node, "a number of SMs", kSmsExpected);
  const std::optional<std::int64_t> millionths = to_whole(found, known_unit(found, kSmUnits, node, kSmsExpected));
  if (!millionths) {
    refuse_value(node, "has more than six decimals", kSmsExpected);
  }
  if (*millionths == 0 || *millionths > kMostSms * SmAmount::kOneSm) {
    refuse_value(node, "is out of range", fmt::format("above 0 SMs, at most {} SMs", kMostSms));
  }
  return {*millionths};
}

Watts power(const YamlNode& node) {
  const Quantity found = quantity_of(node, "a power", kPowerExpected);
  const double value = to_double(found, known_unit(found, kPowerUnits, node, kPowerExpected).exponent).value_or(-1);
  if (value < 0 || value > 1e9) {
    refuse_value(node, "is out of range", "0 W to 1e9 W");
  }
  return {value};
}

Category category(const YamlNode& node) {
  for (const Category each : {Category::memory_bound, Category::compute_bound}) {
    if (node.kind == NodeKind::scalar && node.text == warpshop::name(each)) {
      return each;
    }
  }
  refuse_value(node, "is not a category", "memory_bound or compute_bound");
}

std::size_t one_of(const YamlNode& node, const std::array<std::string_view, 2>& words, std::string_view what) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (node.kind == NodeKind::scalar && node.text == words[i]) {
      return i;
    }
  }
  refuse_value(node, fmt::format("is not {}", what), fmt::format("{} or {}", words[0], words[1]));
}

ComputeCapability compute_capability(const YamlNode& node) {
  constexpr int kHighest = 99;
  ComputeCapability value;
  const char* const end = node.text.data() + node.text.size();
  const auto major = std::from_chars(node.text.data(), end, value.major);
  const auto minor = std::from_chars(major.ptr == end ? end : major.ptr + 1, end, value.minor);
  const bool is_one = node.kind == NodeKind::scalar && major.ec == std::errc{} && major.ptr != end &&
                      *major.ptr == '.' && minor.ec == std::errc{} && minor.ptr == end;
  if (!is_one || value < ComputeCapability{1, 0} || value.major > kHighest || value.minor < 0 ||
      value.minor > kHighest) {
    refuse_value(node, "is not a compute capability", "one such as 8.0");
  }
  return value;
}

std::int64_t whole_number(const YamlNode& node, std::int64_t low, std::int64_t high) {
  const std::string expected = fmt::format("{} to {}", low, high);
  quantity_of(node, "a whole number", expected);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(node.text.data(), node.text.data() + node.text.size(), value);
  if (end != node.text.data() + node.text.size()) {
    refuse_value(node, "is not a whole number", expected);
  }
  if (error != std::errc{} || value < low || value > high) {
    refuse_value(node, "is out of range", expected);
  }
  return value;
}

double number(const YamlNode& node) {
  return number_up_to(1e15, node, "a number without a unit, 0 to 1e15");
}

double fraction(const YamlNode& node) {
  return number_up_to(1, node, "a number without a unit, 0 to 1");
}

double ratio(const YamlNode& node, double highest) {
  const std::string expected = fmt::format("a number without a unit, above 0 and up to {}", highest);
  const double value = number_up_to(highest, node, expected);
  if (value == 0) {
    refuse_value(node, "is out of range", expected);
  }
  return value;
}

std::string name(const YamlNode& node) {
  constexpr std::string_view kExpected = "text in one line";
  if (node.kind != NodeKind::scalar || node.text.empty()) {
    refuse_value(node, "is not a name", kExpected);
  }
  if (node.plain && is_yaml_boolean(node.text)) {
    refuse_value(node, "may be read as true or false", "it in quotes");
  }
  if (const std::string_view hidden = hidden_characters(node.text); !hidden.empty()) {
    refuse_value(node, hidden, kExpected);
  }
  return node.text;
}

}  // namespace warpshop::io
