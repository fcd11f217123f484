#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sim/io/yaml/yaml_node.hpp"

namespace warpshop::io {

/// The keys of a map that are known; at most 32.
using Keys = std::span<const std::string_view>;

/// Throws InputError at the key if it is none of `known`.
void check_key(const YamlNode& key, Keys known, const std::string& file);

/// A map whose keys are all known and stand there once.
class Fields {
 public:
  /// `what` the map describes, with its article, for errors. Throws InputError: not a map, an unknown or repeated key.
  Fields(const YamlNode& node, std::string_view what, Keys known, const std::string& file);

  /// The value of a key, or nullptr.
  const YamlNode* find(std::string_view key) const;
  /// The value of a key; throws InputError at the map if it is missing.
  const YamlNode& require(std::string_view key) const;

 private:
  const YamlNode& node_;
  std::string_view what_;
  const std::string& file_;
};

/// Throws InputError at the first key of a map that stood there before.
void check_repeated_keys(const YamlNode& map, const std::string& file);

}  // namespace warpshop::io
