#include "sim/io/yaml/yaml_map.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpshop::io {
namespace {

constexpr std::size_t kWidest = 120;  // columns

bool is_scalar(const YamlEntry& entry) {
  return entry.items.empty() && !entry.value.starts_with('{');
}

}  // namespace

std::string in_braces(const std::vector<YamlEntry>& entries) {
  std::vector<std::string> parts;
  parts.reserve(entries.size());
  for (const YamlEntry& entry : entries) {
    parts.push_back(entry.key + ": " + entry.value);
  }
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

void write_map(std::ostream& out, std::size_t indent, std::string_view key, const std::vector<YamlEntry>& entries) {
  const std::string spaces(indent, ' ');
  const std::string in_one_line = fmt::format("{}{}: {}", spaces, key, in_braces(entries));
  if (in_one_line.size() <= kWidest && std::all_of(entries.begin(), entries.end(), is_scalar)) {
    out << in_one_line << '\n';
    return;
  }
  out << spaces << key << ":\n";
  for (const YamlEntry& entry : entries) {
    out << spaces << "  " << entry.key << ':' << (entry.items.empty() ? " " + entry.value : "") << '\n';
    for (const std::string& item : entry.items) {
      out << spaces << "    - " << item << '\n';
    }
  }
}

}  // namespace warpshop::io
