#include "sim/io/csv/recorded_arrivals.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "sim/io/csv/csv_lines.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/io/yaml/values.hpp"

namespace warpshop::io {
namespace {

constexpr std::string_view kHeader = "arrival_ms";
constexpr std::string_view kBlanks = " \t";

/// A line without the blanks around it.
YamlNode scalar_of(std::string_view line, const Text& text, std::uint32_t number) {
  const std::size_t start = std::min(line.find_first_not_of(kBlanks), line.size());
  YamlNode node;
  node.kind = NodeKind::scalar;
  node.mark = {.line = number, .column = static_cast<std::uint32_t>(start) + 1};
  node.file = &text.file;
  node.text = line.substr(start, line.find_last_not_of(kBlanks) + 1 - start);
  return node;
}

void add_arrival(std::vector<Millis>& times, const YamlNode& node, Millis time) {
  if (!times.empty() && time < times.back()) {
    refuse_value(node, "is earlier than the arrival before it", "times that do not decrease");
  }
  times.push_back(time);
}

}  // namespace

std::vector<Millis> read_recorded_arrivals(const std::filesystem::path& file) {
  const Text text = read_text(file);
  std::vector<Millis> times;
  bool is_first = true;
  bool has_header = false;
  each_csv_line(text.bytes, [&](std::string_view line, std::uint32_t position) {
    YamlNode node = scalar_of(line, text, position);
    has_header = has_header || (is_first && node.text == kHeader);
    if (is_first && has_header) {
      is_first = false;
      return;
    }
    if (has_header) {
      number(node);
      node.text += " ms";
    } else if (is_first && !is_duration(node)) {
      refuse_value(node, "is neither a time nor the header", fmt::format("one such as 2.5 ms, or {}", kHeader));
    }
    is_first = false;
    add_arrival(times, node, duration(node));
  });
  if (times.empty()) {
    throw InputError(text.file, {}, "holds no arrivals, expected a time a line, such as 2.5 ms");
  }
  return times;
}

std::vector<Millis> recorded_arrivals(const YamlNode& list) {
  std::vector<Millis> times;
  for (const YamlNode& element : elements(list, "arrivals", "times such as 2.5 ms")) {
    add_arrival(times, element, duration(element));
  }
  if (times.empty()) {
    refuse(list, "no arrivals, expected at least one");
  }
  return times;
}

}  // namespace warpshop::io
