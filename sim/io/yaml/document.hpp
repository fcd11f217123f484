#pragma once

#include "sim/io/yaml/text.hpp"
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

  /// A key of the top level, before its value is read.
  virtual void key(const YamlNode& key) = 0;
  /// Whether the elements of the sequence under this key come one by one, without an entry() for the whole.
  virtual bool takes_elements(const YamlNode& key) const = 0;
  virtual void element(const YamlNode& element) = 0;
  /// The value of a key. Of a sequence whose elements came one by one: without its children.
  virtual void entry(const YamlNode& key, const YamlNode& value) = 0;
};

/// Reads the one document of a text, whose top level is a map, and returns where that starts. Throws InputError for
/// everything that is not plain YAML: syntax, anchors, aliases, tags, several documents, keys that are not scalars,
/// nesting beyond 16 levels.
Mark read_document(Text text, DocumentReceiver& receiver);

}  // namespace warpshop::io
