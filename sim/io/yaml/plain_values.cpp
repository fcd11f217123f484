#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "sim/io/yaml/decimal.hpp"
#include "sim/io/yaml/quantity.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

/// What keeps a text from being a name; empty: nothing.
std::string_view hidden_characters(std::string_view text) {
  for (std::size_t length = 0; !text.empty(); text.remove_prefix(length)) {
    length = character_length(text);
    if (length == 0) {
      return "is not UTF-8";
    }
    const char32_t character = code_point(text.substr(0, length));
    if (!is_printable(character)) {
      return character < 0xA0 ? "has control characters" : "has characters that do not show";
    }
  }
  return "";
}

/// YAML 1.1 reads these as booleans, whatever their case.
bool is_yaml_boolean(const std::string& text) {
  constexpr std::array<std::string_view, 6> kWords{"true", "false", "yes", "no", "on", "off"};
  std::string lower = text;
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char character) {
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
  });
  return std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

double number_up_to(double highest, const YamlNode& node, const std::string& file, std::string_view expected) {
  const Quantity found = quantity_of(node, file, "a number", expected);
  if (!found.unit.empty()) {
    refuse_value(node, file, "is not a number", expected);
  }
  const std::optional<double> value = to_double(found.number);
  if (!value || *value > highest) {
    refuse_value(node, file, "is out of range", expected);
  }
  return *value;
}

}  // namespace

std::int64_t whole_number(const YamlNode& node, std::int64_t low, std::int64_t high, const std::string& file) {
  const std::string expected = fmt::format("{} to {}", low, high);
  const bool digits_only = std::all_of(node.text.begin(), node.text.end(),
                                       [](char character) { return character >= '0' && character <= '9'; });
  const Quantity found = quantity_of(node, file, "a whole number", expected);
  if (!digits_only) {
    refuse_value(node, file, "is not a whole number", expected);
  }
  const Whole whole = to_whole(found.number);
  if (whole.fit != WholeFit::exact || whole.value < low || whole.value > high) {
    refuse_value(node, file, "is out of range", expected);
  }
  return whole.value;
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
