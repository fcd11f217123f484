#include "sim/io/yaml/values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "sim/io/yaml/quantity.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr std::string_view kDurationExpected = "a number with ns, us, ms or s, such as 2.5 ms";
constexpr std::string_view kSizeExpected = "a number with B, kB, KiB, MB, MiB, GB or GiB, such as 16 MiB";
constexpr std::string_view kBothExpected =
    "a duration (ns, us, ms, s) such as 2.5 ms, or a size (B, kB, KiB, MB, MiB, GB, GiB) such as 16 MiB";
constexpr std::string_view kBandwidthExpected = "a size per second, such as 3.26 GB/s";
constexpr std::string_view kRateExpected = "a number with /ns, /us, /ms or /s, such as 12.5 /ms";

template <class Units>
auto find_unit(const Units& units, std::string_view name) -> decltype(units.data()) {
  const auto found = std::find_if(units.begin(), units.end(), [&](const auto& unit) { return unit.name == name; });
  return found == units.end() ? nullptr : &*found;
}

std::optional<Quantity> find_quantity(const YamlNode& node) {
  return node.kind == NodeKind::scalar ? parse_quantity(node.text) : std::nullopt;
}

template <class Units>
bool has_unit(const YamlNode& node, const Units& units) {
  const auto found = find_quantity(node);
  return found && find_unit(units, found->unit) != nullptr;
}

/// `what` the number of a scalar should be, with its article. Throws InputError: no number, or a negative one.
Quantity quantity_of(const YamlNode& node, const std::string& file, std::string_view what, std::string_view expected) {
  if (const auto found = find_quantity(node)) {
    return *found;
  }
  const bool negative = node.kind == NodeKind::scalar && node.text.starts_with('-') &&
                        parse_quantity(std::string_view{node.text}.substr(1)).has_value();
  refuse_value(node, file, negative ? "is negative" : fmt::format("is not {}", what), expected);
}

[[noreturn]] void refuse_unit(const YamlNode& node, const std::string& file, std::string_view unit,
                              std::string_view expected) {
  const std::string what = unit.empty()            ? "has no unit"
                           : unit.starts_with(',') ? "has a decimal comma"
                                                   : "has the unknown unit " + in_quotes(std::string{unit});
  refuse_value(node, file, what, expected);
}

/// The unit called `name`; where there is none, refuses `written`.
template <class Units>
const auto& unit_of(const Units& units, std::string_view name, const YamlNode& node, const std::string& file,
                    std::string_view written, std::string_view expected) {
  const auto* unit = find_unit(units, name);
  if (unit == nullptr) {
    refuse_unit(node, file, written, expected);
  }
  return *unit;
}

std::optional<Millis> in_range(const Quantity& number, const DecimalUnit& unit) {
  const std::optional<double> value = to_double(number, unit.exponent);
  return value && *value <= kLongestDuration.count() ? std::optional(Millis{*value}) : std::nullopt;
}

Millis to_duration(const YamlNode& node, const std::string& file, const Quantity& number, const DecimalUnit& unit) {
  const std::optional<Millis> value = in_range(number, unit);
  if (!value) {
    refuse_value(node, file, "is out of range", "0 ms, or 1e-300 ms to 1e15 ms");
  }
  return *value;
}

Bytes to_size(const YamlNode& node, const std::string& file, const Quantity& number, const SizeUnit& unit) {
  const Whole whole = to_whole(number, unit);
  if (whole.fit == WholeFit::fractional) {
    refuse_value(node, file, "is not a whole number of bytes", kSizeExpected);
  }
  if (whole.fit == WholeFit::too_large) {
    refuse_value(node, file, "is out of range", "at most 2^53 bytes");
  }
  return {whole.value};
}

double number_up_to(double highest, const YamlNode& node, const std::string& file, std::string_view expected) {
  const Quantity found = quantity_of(node, file, "a number", expected);
  if (!found.unit.empty()) {
    refuse_value(node, file, "is not a number", expected);
  }
  const std::optional<double> value = to_double(found);
  if (!value || *value > highest) {
    refuse_value(node, file, "is out of range", expected);
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

std::optional<Millis> parse_duration(std::string_view text) {
  const auto found = parse_quantity(text);
  const DecimalUnit* unit = found ? find_unit(kTimeUnits, found->unit) : nullptr;
  return unit != nullptr ? in_range(*found, *unit) : std::nullopt;
}

void refuse_value(const YamlNode& node, const std::string& file, std::string_view what, std::string_view expected) {
  throw InputError(file, node.mark, fmt::format("{} {}, expected {}", describe(node), what, expected));
}

Millis duration(const YamlNode& node, const std::string& file) {
  const Quantity found = quantity_of(node, file, "a duration", kDurationExpected);
  return to_duration(node, file, found, unit_of(kTimeUnits, found.unit, node, file, found.unit, kDurationExpected));
}

Bytes size(const YamlNode& node, const std::string& file) {
  const Quantity found = quantity_of(node, file, "a size", kSizeExpected);
  return to_size(node, file, found, unit_of(kSizeUnits, found.unit, node, file, found.unit, kSizeExpected));
}

std::variant<Millis, Bytes> duration_or_size(const YamlNode& node, const std::string& file) {
  const Quantity found = quantity_of(node, file, "a duration or a size", kBothExpected);
  if (const DecimalUnit* unit = find_unit(kTimeUnits, found.unit)) {
    return to_duration(node, file, found, *unit);
  }
  return to_size(node, file, found, unit_of(kSizeUnits, found.unit, node, file, found.unit, kBothExpected));
}

Millis kernel_duration(const YamlNode& node, const std::string& file) {
  if (is_size(node)) {
    refuse_value(node, file, "is a size, which says nothing of a kernel",
                 "a duration such as 2.5 ms, or {name: ..., elements: ...}");
  }
  return duration(node, file);
}

BytesPerSecond bandwidth(const YamlNode& node, const std::string& file, BytesPerSecond lowest) {
  constexpr double kHighest = 1e18;
  const Quantity found = quantity_of(node, file, "a bandwidth", kBandwidthExpected);
  const std::string_view size_unit = found.unit.substr(0, found.unit.size() - (found.unit.ends_with("/s") ? 2 : 0));
  const SizeUnit& unit = unit_of(kSizeUnits, size_unit.size() < found.unit.size() ? size_unit : "", node, file,
                                 found.unit, kBandwidthExpected);
  const double value = to_double(found, unit.exponent).value_or(-1) * static_cast<double>(unit.factor);
  if (value < lowest.value || value > kHighest) {
    refuse_value(node, file, "is out of range", fmt::format("{} B/s to 1e18 B/s", lowest.value));
  }
  return {value};
}

SubtasksPerMilli rate(const YamlNode& node, const std::string& file, SubtasksPerMilli lowest) {
  constexpr double kHighest = 1e15;
  const Quantity found = quantity_of(node, file, "a rate", kRateExpected);
  const std::string_view per = found.unit.starts_with('/') ? found.unit.substr(1) : "";
  const DecimalUnit& unit = unit_of(kTimeUnits, per, node, file, found.unit, kRateExpected);
  const double value = to_double(found, -unit.exponent).value_or(-1);
  if (value < lowest.value || value > kHighest) {
    refuse_value(node, file, "is out of range", fmt::format("{} /ms to 1e15 /ms", lowest.value));
  }
  return {value};
}

std::int64_t whole_number(const YamlNode& node, std::int64_t low, std::int64_t high, const std::string& file) {
  const std::string expected = fmt::format("{} to {}", low, high);
  quantity_of(node, file, "a whole number", expected);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(node.text.data(), node.text.data() + node.text.size(), value);
  if (end != node.text.data() + node.text.size()) {
    refuse_value(node, file, "is not a whole number", expected);
  }
  if (error != std::errc{} || value < low || value > high) {
    refuse_value(node, file, "is out of range", expected);
  }
  return value;
}

double number(const YamlNode& node, const std::string& file) {
  return number_up_to(1e15, node, file, "a number without a unit, 0 to 1e15");
}

double fraction(const YamlNode& node, const std::string& file) {
  return number_up_to(1, node, file, "a number without a unit, 0 to 1");
}

double ratio(const YamlNode& node, double highest, const std::string& file) {
  const std::string expected = fmt::format("a number without a unit, above 0 and up to {}", highest);
  const double value = number_up_to(highest, node, file, expected);
  if (value == 0) {
    refuse_value(node, file, "is out of range", expected);
  }
  return value;
}

std::string name(const YamlNode& node, const std::string& file) {
  constexpr std::string_view kExpected = "text in one line";
  if (node.kind != NodeKind::scalar || node.text.empty()) {
    refuse_value(node, file, "is not a name", kExpected);
  }
  if (node.plain && is_yaml_boolean(node.text)) {
    refuse_value(node, file, "may be read as true or false", "it in quotes");
  }
  if (const std::string_view hidden = hidden_characters(node.text); !hidden.empty()) {
    refuse_value(node, file, hidden, kExpected);
  }
  return node.text;
}

}  // namespace warpshop::io
