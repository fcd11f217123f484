#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace warpshop::io {

/// A key of a YAML map with its value, or with a list. All are written as they are.
struct YamlEntry {
  std::string key;
  std::string value;
  std::vector<std::string> items = {};
};

/// `{a: 1, b: 2}`; entries with a value.
std::string in_braces(const std::vector<YamlEntry>& entries);

/// `key: {a: 1, b: 2}`, or a line for each entry and item where that is too long for one, or some value is no scalar.
void write_map(std::ostream& out, std::size_t indent, std::string_view key, const std::vector<YamlEntry>& entries);

}  // namespace warpshop::io
