#include "sim/io/yaml/yaml_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr std::array<DecimalUnit, 4> kWrittenTimeUnits{{{"s", 3}, {"ms", 0}, {"us", -3}, {"ns", -6}}};
constexpr std::array<DecimalUnit, 4> kBandwidthUnits{{{"GB/s", 9}, {"MB/s", 6}, {"kB/s", 3}, {"B/s", 0}}};

/// The number of significant digits of a double that tells it from every other.
constexpr std::size_t kMostDigits = std::numeric_limits<double>::max_digits10;

/// The largest unit of which there is at least one; the smallest, where there is none.
DecimalUnit largest_unit(const std::array<DecimalUnit, 4>& units, double value) {
  for (const DecimalUnit& unit : units) {
    double one = 0;
    const std::string text = fmt::format("1e{}", unit.exponent);
    std::from_chars(text.data(), text.data() + text.size(), one);
    if (value >= one) {
      return unit;
    }
  }
  return units.back();
}

/// 0.d1d2d3… × 10^exponent with the fewest digits; value > 0.
struct Digits {
  std::string digits;
  int exponent = 0;
};

Digits digits_of(double value) {
  std::array<char, 32> buffer{};
  const char* const end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific).ptr;
  const char* const start = buffer.data();
  const char* const mark = std::find(start, end, 'e');
  Digits found;
  std::copy_if(start, mark, std::back_inserter(found.digits), [](char character) { return character != '.'; });
  const bool negative = mark[1] == '-';
  std::from_chars(mark + 2, end, found.exponent);
  found.exponent = (negative ? -found.exponent : found.exponent) + 1;
  return found;
}

/// 0.000123, 12.3, 12300, or 1.23e-09 for what is far from 1.
std::string plain_or_scientific(const Digits& number) {
  constexpr int kMostZeros = 5;
  const auto& [digits, exponent] = number;
  const auto length = static_cast<int>(digits.size());
  if (exponent <= -kMostZeros || exponent > static_cast<int>(kMostDigits)) {
    return digits.substr(0, 1) + (length > 1 ? "." + digits.substr(1) : "") + 'e' + std::to_string(exponent - 1);
  }
  if (exponent <= 0) {
    return "0." + std::string(static_cast<std::size_t>(-exponent), '0') + digits;
  }
  if (exponent >= length) {
    return digits + std::string(static_cast<std::size_t>(exponent - length), '0');
  }
  return digits.substr(0, static_cast<std::size_t>(exponent)) + '.' + digits.substr(static_cast<std::size_t>(exponent));
}

bool is_letter(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

std::string escaped(std::string_view character) {
  if (character.size() > 1) {
    return printable(character);
  }
  switch (character[0]) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    default:
      break;
  }
  return printable(character);
}

std::string in_double_quotes(std::string_view text) {
  const std::string replacement = "\uFFFD";  // for a byte that is not UTF-8
  std::string quoted = "\"";
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    quoted += length > 0 ? escaped(text.substr(0, length)) : replacement;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return quoted + '"';
}

/// YAML reads these as a boolean or nothing, whatever their case.
bool is_yaml_word(std::string_view text) {
  constexpr std::array<std::string_view, 9> kWords{"true", "false", "yes", "no", "on", "off", "y", "n", "null"};
  std::string lower{text};
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char character) {
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
  });
  return std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

/// Whether every YAML parser takes the text for itself: it starts with a letter, and holds no sign of YAML's.
bool is_plain(std::string_view text) {
  return is_utf8(text) && !text.empty() && is_letter(text.front()) && text.back() != ' ' && text.back() != ':' &&
         text.find(": ") == std::string_view::npos && text.find(" #") == std::string_view::npos &&
         in_double_quotes(text).find('\\') == std::string::npos && !is_yaml_word(text);
}

}  // namespace

DecimalUnit unit_of(Millis duration) {
  return largest_unit(kWrittenTimeUnits, duration.count());
}

DecimalUnit unit_of(BytesPerSecond bandwidth) {
  return largest_unit(kBandwidthUnits, bandwidth.value);
}

std::string yaml_number(double value, const DecimalUnit& unit) {
  std::string text = "0";
  if (value > 0) {
    Digits number = digits_of(value);
    number.exponent -= unit.exponent;
    text = plain_or_scientific(number);
  }
  return unit.name.empty() ? text : fmt::format("{} {}", text, unit.name);
}

std::string yaml_size(Bytes size) {
  struct SizeUnit {
    std::string_view name;
    std::int64_t bytes;
  };
  constexpr std::array<SizeUnit, 7> kUnits{{{"GiB", std::int64_t{1} << 30},
                                            {"MiB", std::int64_t{1} << 20},
                                            {"KiB", std::int64_t{1} << 10},
                                            {"GB", 1'000'000'000},
                                            {"MB", 1'000'000},
                                            {"kB", 1'000},
                                            {"B", 1}}};
  const SizeUnit* best = &kUnits.back();
  for (const SizeUnit& unit : kUnits) {
    const bool whole = size.count > 0 && size.count % unit.bytes == 0;
    if (whole && std::to_string(size.count / unit.bytes).size() < std::to_string(size.count / best->bytes).size()) {
      best = &unit;
    }
  }
  return fmt::format("{} {}", size.count / best->bytes, best->name);
}

std::string yaml_text(std::string_view text) {
  return is_plain(text) ? std::string{text} : in_double_quotes(text);
}

}  // namespace warpshop::io
