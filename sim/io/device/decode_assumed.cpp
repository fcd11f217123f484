#include "sim/io/device/decode_assumed.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "sim/io/device/value_path.hpp"
#include "sim/io/yaml/quantity.hpp"
#include "sim/io/yaml/values.hpp"

namespace warpshop::io {
namespace {

constexpr std::string_view kExpected = "the path of one, such as transfer.pinned.h2d.alone";

/// Texts and lists of a profile that are no values.
bool is_no_value(std::string_view path) {
  constexpr std::array<std::string_view, 4> kKeys{"schema", "name", "assumed", "provenance"};
  return std::find(kKeys.begin(), kKeys.end(), path.substr(0, path.find('.'))) != kKeys.end();
}

}  // namespace

std::set<std::string, std::less<>> decode_assumed(const YamlNode& node, const YamlNode& as_read,
                                                  const YamlNode& profile, const std::string& file) {
  if (node.kind != NodeKind::sequence) {
    refuse_value(node, file, "is not a list of paths", "values that are guesses, such as [transfer.pinned.h2d.alone]");
  }
  std::set<std::string, std::less<>> paths;
  for (const YamlNode& entry : node.children) {
    const std::string path = entry.kind == NodeKind::scalar ? entry.text : "";
    const YamlNode* before = node_at(as_read, path);
    const YamlNode* now = node_at(profile, path);
    if (path.empty() || is_no_value(path) || (before == nullptr && now == nullptr)) {
      refuse_value(entry, file, "is no value of this profile", kExpected);
    }
    if (now != nullptr) {
      add_value_paths(*now, path, paths);
    }
  }
  return paths;
}

}  // namespace warpshop::io
