#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "sim/io/yaml/yaml_node.hpp"

namespace warpshop::io {

/// The keys of a map that are known.
using Keys = std::span<const std::string_view>;

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

/// The value of a key of a map, or nullptr; also where it is no map.
const YamlNode* find_value(const YamlNode& map, std::string_view key);

/// Throws InputError at the first key of a map that stood there before.
void check_repeated_keys(const YamlNode& map, const std::string& file);

/// The keys of a document's top level: known, once each, all that are needed. `schema`, such as `warpshop.workload/1`,
/// is the one that must be right.
struct TopLevel {
  std::string_view schema;
  std::string_view what;  ///< the file describes, with its article
  Keys known;             ///< includes schema
  const std::string& file;
  std::set<std::string, std::less<>> seen = {};

  /// Throws InputError at a key that is unknown or stood there before.
  void add(const YamlNode& key);
  /// Throws InputError at a schema that is not the expected one.
  void check_schema(const YamlNode& value) const;
  /// Throws InputError at `root` if one of the keys was missing.
  void require(Keys needed, Mark root) const;
};

}  // namespace warpshop::io
