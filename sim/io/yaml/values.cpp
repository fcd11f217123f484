#include "sim/io/yaml/values.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "sim/io/yaml/decimal.hpp"
#include "sim/io/yaml/quantity.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::io {
namespace {

struct TimeUnit {
  std::string_view name;
  int exponent;  ///< of ten, to milliseconds
};
/// Of the two µ, U+00B5 is the sign for micro, U+03BC the Greek letter; keyboards give either.
constexpr std::array<TimeUnit, 6> kTimeUnits{
    {{"ns", -6}, {"us", -3}, {"\u00B5s", -3}, {"\u03BCs", -3}, {"ms", 0}, {"s", 3}}};

struct SizeUnit {
  std::string_view name;
  std::uint64_t bytes;
};
constexpr std::array<SizeUnit, 7> kSizeUnits{{{"B", 1},
                                              {"kB", 1'000},
                                              {"KiB", 1ULL << 10},
                                              {"MB", 1'000'000},
                                              {"MiB", 1ULL << 20},
                                              {"GB", 1'000'000'000},
                                              {"GiB", 1ULL << 30}}};

constexpr std::string_view kDurationExpected = "a number with ns, us, ms or s, such as 2.5 ms";
constexpr std::string_view kSizeExpected = "a number with B, kB, KiB, MB, MiB, GB or GiB, such as 16 MiB";
constexpr std::string_view kBothExpected =
    "a duration (ns, us, ms, s) such as 2.5 ms, or a size (B, kB, KiB, MB, MiB, GB, GiB) such as 16 MiB";
constexpr std::string_view kBandwidthExpected = "a size per second, such as 3.26 GB/s";
constexpr std::string_view kRateExpected = "a number with /ns, /us, /ms or /s, such as 12.5 /ms";

template <typename Unit, std::size_t count>
const Unit* find_unit(const std::array<Unit, count>& units, std::string_view name) {
  const auto found = std::find_if(units.begin(), units.end(), [&](const Unit& unit) { return unit.name == name; });
  return found == units.end() ? nullptr : &*found;
}

[[noreturn]] void refuse_unit(const YamlNode& node, const std::string& file, std::string_view unit,
                              std::string_view expected) {
  const std::string what = unit.empty()            ? "has no unit"
                           : unit.starts_with(',') ? "has a decimal comma"
                                                   : "has the unknown unit " + in_quotes(std::string{unit});
  refuse_value(node, file, what, expected);
}

std::optional<Millis> in_range(const Decimal& number, const TimeUnit& unit) {
  const std::optional<double> value = to_double(number, unit.exponent);
  return value && *value <= kLongestDuration.count() ? std::optional(Millis{*value}) : std::nullopt;
}

Millis to_duration(const YamlNode& node, const std::string& file, const Decimal& number, const TimeUnit& unit) {
  const std::optional<Millis> value = in_range(number, unit);
  if (!value) {
    refuse_value(node, file, "is out of range", "0 ms, or 1e-300 ms to 1e15 ms");
  }
  return *value;
}

Bytes to_size(const YamlNode& node, const std::string& file, const Decimal& number, const SizeUnit& unit) {
  const Whole whole = to_whole(number, unit.bytes);
  if (whole.fit == WholeFit::fractional) {
    refuse_value(node, file, "is not a whole number of bytes", kSizeExpected);
  }
  if (whole.fit == WholeFit::too_large) {
    refuse_value(node, file, "is out of range", "at most 2^53 bytes");
  }
  return {whole.value};
}

}  // namespace

bool is_duration(const YamlNode& node) {
  const auto found = node.kind == NodeKind::scalar ? parse_quantity(node.text) : std::nullopt;
  return found && find_unit(kTimeUnits, found->unit) != nullptr;
}

bool is_size(const YamlNode& node) {
  const auto found = node.kind == NodeKind::scalar ? parse_quantity(node.text) : std::nullopt;
  return found && find_unit(kSizeUnits, found->unit) != nullptr;
}

std::optional<Millis> parse_duration(std::string_view text) {
  const auto found = parse_quantity(text);
  const TimeUnit* unit = found ? find_unit(kTimeUnits, found->unit) : nullptr;
  return unit != nullptr ? in_range(found->number, *unit) : std::nullopt;
}

Millis duration(const YamlNode& node, const std::string& file) {
  const Quantity found = quantity_of(node, file, "a duration", kDurationExpected);
  const TimeUnit* unit = find_unit(kTimeUnits, found.unit);
  if (unit == nullptr) {
    refuse_unit(node, file, found.unit, kDurationExpected);
  }
  return to_duration(node, file, found.number, *unit);
}

Bytes size(const YamlNode& node, const std::string& file) {
  const Quantity found = quantity_of(node, file, "a size", kSizeExpected);
  const SizeUnit* unit = find_unit(kSizeUnits, found.unit);
  if (unit == nullptr) {
    refuse_unit(node, file, found.unit, kSizeExpected);
  }
  return to_size(node, file, found.number, *unit);
}

std::variant<Millis, Bytes> duration_or_size(const YamlNode& node, const std::string& file) {
  const Quantity found = quantity_of(node, file, "a duration or a size", kBothExpected);
  if (const TimeUnit* unit = find_unit(kTimeUnits, found.unit)) {
    return to_duration(node, file, found.number, *unit);
  }
  const SizeUnit* unit = find_unit(kSizeUnits, found.unit);
  if (unit == nullptr) {
    refuse_unit(node, file, found.unit, kBothExpected);
  }
  return to_size(node, file, found.number, *unit);
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
  const bool per_second = found.unit.ends_with("/s");
  const SizeUnit* unit = per_second ? find_unit(kSizeUnits, found.unit.substr(0, found.unit.size() - 2)) : nullptr;
  if (unit == nullptr) {
    refuse_unit(node, file, found.unit, kBandwidthExpected);
  }
  const std::optional<double> value = to_double(scaled(found.number, unit->bytes));
  if (!value || *value < lowest.value || *value > kHighest) {
    refuse_value(node, file, "is out of range", fmt::format("{} B/s to 1e18 B/s", lowest.value));
  }
  return {*value};
}

SubtasksPerMilli rate(const YamlNode& node, const std::string& file, SubtasksPerMilli lowest) {
  constexpr double kHighest = 1e15;
  const Quantity found = quantity_of(node, file, "a rate", kRateExpected);
  const TimeUnit* unit = found.unit.starts_with('/') ? find_unit(kTimeUnits, found.unit.substr(1)) : nullptr;
  if (unit == nullptr) {
    refuse_unit(node, file, found.unit, kRateExpected);
  }
  const std::optional<double> value = to_double(found.number, -unit->exponent);
  if (!value || *value < lowest.value || *value > kHighest) {
    refuse_value(node, file, "is out of range", fmt::format("{} /ms to 1e15 /ms", lowest.value));
  }
  return {*value};
}

}  // namespace warpshop::io
