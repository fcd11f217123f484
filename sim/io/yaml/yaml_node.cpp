#include "sim/io/yaml/yaml_node.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

void check_known(const YamlNode& key, Keys known) {
  if (std::find(known.begin(), known.end(), key.text) == known.end()) {
    refuse(key, fmt::format("unknown key {}, expected one of: {}", describe(key), fmt::join(known, ", ")));
  }
}

[[noreturn]] void refuse_repeated(const YamlNode& key) {
  refuse(key, fmt::format("the key {} stands here twice, expected it once", describe(key)));
}

}  // namespace

std::string describe(const YamlNode& node) {
  switch (node.kind) {
    case NodeKind::null:
      return "an empty value";
    case NodeKind::scalar:
      return in_quotes(node.text);
    case NodeKind::sequence:
      return "a list";
    case NodeKind::map:
      break;
  }
  return "a map";
}

void refuse(const YamlNode& node, std::string_view message) {
  throw InputError(node.file != nullptr ? *node.file : "", node.mark, message);
}

void refuse_value(const YamlNode& node, std::string_view what, std::string_view expected) {
  refuse(node, fmt::format("{} {}, expected {}", describe(node), what, expected));
}

MapFields::MapFields(const YamlNode& node, std::string_view what, Keys known) : node_(node), what_(what) {
  if (node.kind != NodeKind::map) {
    refuse_value(node, fmt::format("is not {}", what), fmt::format("a map with {}", fmt::join(known, ", ")));
  }
  for (std::size_t position = 0; position < node.children.size(); position += 2) {
    const YamlNode& key = node.children[position];
    check_known(key, known);
    if (&node.children[position + 1] != find(key.text)) {
      refuse_repeated(key);
    }
  }
}

const YamlNode* MapFields::find(std::string_view key) const {
  return find_value(node_, key);
}

const YamlNode& MapFields::require(std::string_view key) const {
  const YamlNode* found = find(key);
  if (found == nullptr) {
    refuse(node_, fmt::format("{} without {}, expected it here", what_, key));
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

void each_entry(const YamlNode& node, std::string_view of, std::string_view expected,
                const std::function<void(const YamlNode&, const YamlNode&)>& take) {
  if (node.kind != NodeKind::map) {
    refuse_value(node, fmt::format("is not a map of {}", of), expected);
  }
  std::set<std::string_view> seen;
  for (std::size_t position = 0; position < node.children.size(); position += 2) {
    if (!seen.insert(node.children[position].text).second) {
      refuse_repeated(node.children[position]);
    }
  }
  for (std::size_t position = 0; position < node.children.size(); position += 2) {
    take(node.children[position], node.children[position + 1]);
  }
}

const std::vector<YamlNode>& elements(const YamlNode& node, std::string_view of, std::string_view expected) {
  if (node.kind != NodeKind::sequence) {
    refuse_value(node, fmt::format("is not a list of {}", of), expected);
  }
  return node.children;
}

void put_at(const YamlNode& place, YamlNode& node) {
  node.mark = place.mark;
  node.file = place.file;
  for (YamlNode& child : node.children) {
    put_at(place, child);
  }
}

void TopLevel::add(const YamlNode& key) {
  check_known(key, known);
  if (!seen.insert(key.text).second) {
    refuse_repeated(key);
  }
}

void TopLevel::check_schema(const YamlNode& value) const {
  if (value.kind == NodeKind::scalar && value.text == schema) {
    return;
  }
  if (value.text.starts_with(schema.substr(0, schema.find('/') + 1))) {
    refuse_value(value, "is a version that this program does not know", schema);
  }
  const bool ours = value.text.starts_with("warpshop.");
  refuse_value(value, ours ? "is another kind of file" : "is not a schema", schema);
}

void TopLevel::require_needed(const YamlNode& root) const {
  for (const std::string_view key : needed) {
    if (!seen.contains(key)) {
      refuse(root, fmt::format("{} without {}, expected {}", what, key,
                               key == "schema" ? fmt::format("schema: {}", schema) : fmt::format("the key {}", key)));
    }
  }
}

}  // namespace warpshop::io
