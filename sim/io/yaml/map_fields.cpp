#include "sim/io/yaml/map_fields.hpp"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/yaml/quantity.hpp"

namespace warpshop::io {
namespace {

std::size_t position_of(const YamlNode& key, Keys known) {
  for (std::size_t position = 0; position < known.size(); ++position) {
    if (known[position] == key.text) {
      return position;
    }
  }
  return known.size();
}

[[noreturn]] void refuse_repeated(const YamlNode& key, const std::string& file) {
  throw InputError(file, key.mark, fmt::format("the key {} stands here twice, expected it once", describe(key)));
}

}  // namespace

void check_key(const YamlNode& key, Keys known, const std::string& file) {
  if (position_of(key, known) == known.size()) {
    throw InputError(file, key.mark,
                     fmt::format("unknown key {}, expected one of: {}", describe(key), fmt::join(known, ", ")));
  }
}

Fields::Fields(const YamlNode& node, std::string_view what, Keys known, const std::string& file)
    : node_(node), what_(what), file_(file) {
  assert(known.size() <= 32);
  if (node.kind != NodeKind::map) {
    refuse_value(node, file, fmt::format("is not {}", what), fmt::format("a map with {}", fmt::join(known, ", ")));
  }
  std::uint32_t seen = 0;
  for (std::size_t position = 0; position < node.children.size(); position += 2) {
    const YamlNode& key = node.children[position];
    check_key(key, known, file);
    const std::uint32_t bit = std::uint32_t{1} << position_of(key, known);
    if ((seen & bit) != 0) {
      refuse_repeated(key, file);
    }
    seen |= bit;
  }
}

const YamlNode* Fields::find(std::string_view key) const {
  for (std::size_t position = 0; position < node_.children.size(); position += 2) {
    if (node_.children[position].text == key) {
      return &node_.children[position + 1];
    }
  }
  return nullptr;
}

const YamlNode& Fields::require(std::string_view key) const {
  const YamlNode* found = find(key);
  if (found == nullptr) {
    throw InputError(file_, node_.mark, fmt::format("{} without {}, expected it here", what_, key));
  }
  return *found;
}

void check_repeated_keys(const YamlNode& map, const std::string& file) {
  std::set<std::string_view> seen;
  for (std::size_t position = 0; position < map.children.size(); position += 2) {
    if (!seen.insert(map.children[position].text).second) {
      refuse_repeated(map.children[position], file);
    }
  }
}

}  // namespace warpshop::io
