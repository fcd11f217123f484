#include "sim/io/yaml/map_fields.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/yaml/values.hpp"

namespace warpshop::io {
namespace {

void check_known(const YamlNode& key, Keys known, const std::string& file) {
  if (std::find(known.begin(), known.end(), key.text) == known.end()) {
    throw InputError(file, key.mark,
                     fmt::format("unknown key {}, expected one of: {}", describe(key), fmt::join(known, ", ")));
  }
}

[[noreturn]] void refuse_repeated(const YamlNode& key, const std::string& file) {
  throw InputError(file, key.mark, fmt::format("the key {} stands here twice, expected it once", describe(key)));
}

}  // namespace

Fields::Fields(const YamlNode& node, std::string_view what, Keys known, const std::string& file)
    : node_(node), what_(what), file_(file) {
  if (node.kind != NodeKind::map) {
    refuse_value(node, file, fmt::format("is not {}", what), fmt::format("a map with {}", fmt::join(known, ", ")));
  }
  for (std::size_t position = 0; position < node.children.size(); position += 2) {
    const YamlNode& key = node.children[position];
    check_known(key, known, file);
    if (&node.children[position + 1] != find(key.text)) {
      refuse_repeated(key, file);
    }
  }
}

const YamlNode* Fields::find(std::string_view key) const {
  return find_value(node_, key);
}

const YamlNode& Fields::require(std::string_view key) const {
  const YamlNode* found = find(key);
  if (found == nullptr) {
    throw InputError(file_, node_.mark, fmt::format("{} without {}, expected it here", what_, key));
  }
  return *found;
}

const YamlNode* find_value(const YamlNode& map, std::string_view key) {
  for (std::size_t position = 0; map.kind == NodeKind::map && position < map.children.size(); position += 2) {
    if (map.children[position].text == key) {
      return &map.children[position + 1];
    }
  }
  return nullptr;
}

void check_repeated_keys(const YamlNode& map, const std::string& file) {
  std::set<std::string_view> seen;
  for (std::size_t position = 0; position < map.children.size(); position += 2) {
    if (!seen.insert(map.children[position].text).second) {
      refuse_repeated(map.children[position], file);
    }
  }
}

void TopLevel::add(const YamlNode& key) {
  check_known(key, known, file);
  if (!seen.insert(key.text).second) {
    refuse_repeated(key, file);
  }
}

void TopLevel::check_schema(const YamlNode& value) const {
  if (value.kind == NodeKind::scalar && value.text == schema) {
    return;
  }
  if (value.text.starts_with(schema.substr(0, schema.find('/') + 1))) {
    refuse_value(value, file, "is a version that this program does not know", schema);
  }
  const bool ours = value.text.starts_with("warpshop.");
  refuse_value(value, file, ours ? "is another kind of file" : "is not a schema", schema);
}

void TopLevel::require(Keys needed, Mark root) const {
  for (const std::string_view key : needed) {
    if (!seen.contains(key)) {
      throw InputError(
          file, root,
          fmt::format("{} without {}, expected {}", what, key,
                      key == "schema" ? fmt::format("schema: {}", schema) : fmt::format("the key {}", key)));
    }
  }
}

}  // namespace warpshop::io
