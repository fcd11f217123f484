#pragma once

#include "sim/io/yaml/document_text.hpp"
#include "sim/io/yaml/yaml_node.hpp"

namespace warpshop::io {

/// Receives a document piece by piece, so that no more than one piece of a large file is held at a time. (A tree of all
/// of it, as YAML::Load makes, needs 4.4 GB for a million tasks.)
class DocumentReceiver {
 public:
  DocumentReceiver() = default;
  DocumentReceiver(const DocumentReceiver&) = delete;
  DocumentReceiver& operator=(const DocumentReceiver&) = delete;
  virtual ~DocumentReceiver() = default;

  /// Whether the elements of the sequence under this key come one by one, without an entry() for the whole.
  virtual bool takes_elements(const YamlNode& /*key*/) const { return false; }
  virtual void element(const YamlNode& /*key*/, const YamlNode& /*element*/) {}
  /// The value of a key. Of a sequence whose elements came one by one: without its children.
  virtual void entry(const YamlNode& key, const YamlNode& value) = 0;
};

/// Reads the one document of a text, whose top level is a map, and returns that without its entries. The text outlives
/// all nodes; it may be changed. Throws InputError for everything that is not plain YAML: syntax, anchors, aliases,
/// tags, several documents, keys that are not scalars, nesting beyond 16 levels; at a key that the top level does not
/// have, or has had, and at a schema that is not its own, and where one is missing that it needs.
YamlNode read_document(Text& text, TopLevel& top_level, DocumentReceiver& receiver);

/// The same as one map, for small documents.
YamlNode read_map(Text& text, TopLevel& top_level);

}  // namespace warpshop::io
