#include "sim/io/yaml/yaml_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/io/yaml/values.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr std::array<Unit, 4> kWrittenTimeUnits{{{"s", 3}, {"ms", 0}, {"us", -3}, {"ns", -6}}};
constexpr std::array<Unit, 4> kWrittenBandwidthUnits{{{"GB/s", 9}, {"MB/s", 6}, {"kB/s", 3}, {"B/s", 0}}};

/// The largest unit of which there is at least one; the smallest, where there is none.
Unit largest_unit(std::span<const Unit> units, double value) {
  const auto found = std::find_if(units.begin(), units.end(), [&](const Unit& unit) {
    return value >= to_double({.digits = "1", .exponent = unit.exponent});
  });
  return found == units.end() ? units.back() : *found;
}

/// A JSON string is a YAML scalar in double quotes, and what does not show has the same escapes in YAML as for people.
/// (yaml-cpp's emitter leaves it as it is, and writes `580.65` and `yes` without quotes.)
std::string in_double_quotes(std::string_view text) {
  using Text = nlohmann::json;
  return printable(Text(text).dump(-1, ' ', false, Text::error_handler_t::replace));
}

/// Whether every YAML parser takes the text for itself: it starts with a letter, and holds no sign of YAML's.
bool is_plain(std::string_view text) {
  const auto is_letter = [](char each) { return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z'); };
  return is_utf8(text) && !text.empty() && is_letter(text.front()) && text.back() != ' ' && text.back() != ':' &&
         text.find(": ") == std::string_view::npos && text.find(" #") == std::string_view::npos &&
         in_double_quotes(text).find('\\') == std::string::npos && !is_yaml_boolean(text) && !is_word(text, "null") &&
         !is_word(text, "y") && !is_word(text, "n");
}

}  // namespace

Unit unit_of(Millis duration) {
  return largest_unit(kWrittenTimeUnits, duration.count());
}

Unit unit_of(BytesPerSecond bandwidth) {
  return largest_unit(kWrittenBandwidthUnits, bandwidth.value);
}

/// The digits of a double in the model's unit with the decimal point moved: a double in the other unit would be rounded
/// once more. 0.000123, 12.3, 12300, or 1.23e-9 for what is far from 1.
std::string yaml_number(double value, const Unit& unit) {
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
    digits += fmt::format("e{}", point - 1);
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
  return unit.name.empty() ? digits : fmt::format("{} {}", digits, unit.name);
}

std::string yaml_size(Bytes size) {
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
  return fmt::format("{} {}", best, name);
}

std::string yaml_text(std::string_view text, bool in_brackets) {
  const bool is_safe = !in_brackets || text.find_first_of(",[]{}:") == std::string_view::npos;
  return is_safe && is_plain(text) ? std::string{text} : in_double_quotes(text);
}

}  // namespace warpshop::io
