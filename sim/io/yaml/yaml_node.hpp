#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/error.hpp"

namespace warpshop::io {

enum class NodeKind : std::uint8_t { null, scalar, sequence, map };

/// A piece of a YAML document. Keys of maps are scalars.
struct YamlNode {
  NodeKind kind = NodeKind::null;
  bool plain = false;                 ///< a scalar without quotes
  Mark mark;                          ///< where it starts; a value that was left out: where its key starts
  const std::string* file = nullptr;  ///< for errors; outlives the node
  std::string text;                   ///< of a scalar
  std::vector<YamlNode> children;     ///< of a map: key, value, key, value, …
};

/// For messages: the text in quotes, shortened, what does not show as escapes; or what kind of thing it is.
std::string describe(const YamlNode& node);

/// Throws InputError at the node.
[[noreturn]] void refuse(const YamlNode& node, std::string_view message);

/// Throws InputError at the node: `'5 kg' what, expected expected`.
[[noreturn]] void refuse_value(const YamlNode& node, std::string_view what, std::string_view expected);

/// The keys of a map that are known.
using Keys = std::span<const std::string_view>;

/// A map whose keys are all known and stand there once.
class MapFields {
 public:
  /// `what` the map describes, with its article, for errors. Throws InputError: not a map, an unknown or repeated key.
  MapFields(const YamlNode& node, std::string_view what, Keys known);
  MapFields(const YamlNode& node, std::string_view what, std::initializer_list<std::string_view> known)
      : MapFields(node, what, Keys(known.begin(), known.size())) {}

  /// The value of a key, or nullptr.
  const YamlNode* find(std::string_view key) const;
  /// The value of a key; throws InputError at the map if it is missing.
  const YamlNode& require(std::string_view key) const;

 private:
  const YamlNode& node_;
  std::string_view what_;
};

/// The value of a key of a map, or nullptr; also where it is no map.
const YamlNode* find_value(const YamlNode& map, std::string_view key);

/// Calls take(key, value) for the entries of a map whose keys may be any, in the order of the file. Throws InputError:
/// no map of such things, a key that stood there before.
void each_entry(const YamlNode& node, std::string_view of, std::string_view expected,
                const std::function<void(const YamlNode&, const YamlNode&)>& take);

/// The elements of a list. Throws InputError: it is none.
const std::vector<YamlNode>& elements(const YamlNode& node, std::string_view of, std::string_view expected);

/// Puts a node and all below it where `place` is.
void put_at(const YamlNode& place, YamlNode& node);

/// The keys of a document's top level: known, once each, all that are needed. `schema`, such as `warpshop.workload/1`,
/// is the one that must be right.
struct TopLevel {
  std::string_view schema;
  std::string_view what;  ///< the file describes, with its article
  Keys known;             ///< includes schema
  Keys needed = {};
  std::set<std::string, std::less<>> seen = {};

  /// Throws InputError at a key that is unknown or stood there before.
  void add(const YamlNode& key);
  /// Throws InputError at a schema that is not the expected one.
  void check_schema(const YamlNode& value) const;
  /// Throws InputError at the map if one of the keys was missing.
  void require_needed(const YamlNode& root) const;
};

}  // namespace warpshop::io
