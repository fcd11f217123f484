#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/yaml_node.hpp"

namespace warpshop::io {

/// Follows the keys of a document's top level: known, once each, the right schema.
class TopLevel {
 public:
  /// `schema` such as `warpshop.workload/1`, `what` the file describes, with its article. `known` includes schema; all
  /// outlive this.
  TopLevel(std::string_view schema, std::string_view what, Keys known, const std::string& file)
      : schema_(schema), what_(what), known_(known), file_(file) {}

  /// Throws InputError at a key that is unknown or stood there before.
  void key(const YamlNode& key);
  /// Throws InputError at a schema that is not the expected one.
  void check_schema(const YamlNode& value) const;
  /// Throws InputError at `root` if a key was missing.
  void require(std::string_view key, Mark root) const;
  bool has(std::string_view key) const;

 private:
  std::string_view schema_;
  std::string_view what_;
  Keys known_;
  const std::string& file_;
  std::uint32_t seen_ = 0;
};

}  // namespace warpshop::io
