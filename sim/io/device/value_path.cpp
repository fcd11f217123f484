#include "sim/io/device/value_path.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/values.hpp"

namespace warpshop::io {
namespace {

YamlNode* child(YamlNode& map, std::string_view key) {
  return const_cast<YamlNode*>(find_value(map, key));  // NOLINT(cppcoreguidelines-pro-type-const-cast): map is not
}
const YamlNode* child(const YamlNode& map, std::string_view key) {
  return find_value(map, key);
}

/// What a point of a curve is called in paths, and where its value stands.
template <class Node>
struct Point {
  std::string name;
  Node* value = nullptr;  ///< null: no point
};

template <class Node>
Point<Node> point_of(Node& element) {
  if (Node* at = child(element, "size"); at != nullptr && is_size(*at)) {
    return {.name = std::to_string(size(*at, "").count), .value = child(element, "bandwidth")};
  }
  if (Node* at = child(element, "count"); at != nullptr) {
    return {.name = at->text, .value = child(element, "rate")};
  }
  return {};
}

bool leads(std::string_view path, std::string_view key) {
  const std::string_view after = path.substr(std::min(key.size(), path.size()));
  return path.starts_with(key) && (after.empty() || (after.size() > 1 && after.front() == '.'));
}

template <class Node>
PathStep<Node> step(Node& from, std::string_view path) {
  PathStep<Node> found;
  std::size_t longest = 0;
  const auto offer = [&](Node* node, std::string_view key) {
    if (node != nullptr && leads(path, key) && (found.node == nullptr || key.size() > longest)) {
      found = {.node = node, .rest = path.substr(key.size() < path.size() ? key.size() + 1 : key.size())};
      longest = key.size();
    }
  };
  if (from.kind == NodeKind::map) {
    for (std::size_t i = 0; i < from.children.size(); i += 2) {
      offer(&from.children[i + 1], from.children[i].text);
    }
  } else {
    for (Node& element : from.children) {
      const Point<Node> point = point_of(element);
      offer(point.value, point.name);
    }
  }
  return found;
}

bool is_measured(const YamlNode& node) {
  const YamlNode* value = child(node, "value");
  return value != nullptr && value->kind == NodeKind::scalar;
}

}  // namespace

PathStep<YamlNode> path_step(YamlNode& from, std::string_view path) {
  return step(from, path);
}

PathStep<const YamlNode> path_step(const YamlNode& from, std::string_view path) {
  return step(from, path);
}

const YamlNode* node_at(const YamlNode& root, std::string_view path) {
  PathStep<const YamlNode> at{.node = &root, .rest = path};
  while (at.node != nullptr && !at.rest.empty()) {
    at = path_step(*at.node, at.rest);
  }
  return at.node;
}

void add_value_paths(const YamlNode& node, const std::string& path, std::set<std::string, std::less<>>& paths) {
  if (node.kind == NodeKind::map && !is_measured(node)) {
    for (std::size_t i = 0; i < node.children.size(); i += 2) {
      add_value_paths(node.children[i + 1], path + '.' + node.children[i].text, paths);
    }
  } else if (node.kind == NodeKind::sequence) {
    for (const YamlNode& element : node.children) {
      const Point<const YamlNode> point = point_of(element);
      if (point.value != nullptr) {
        paths.insert(path + '.' + point.name);
      }
    }
  } else {
    paths.insert(path);
  }
}

}  // namespace warpshop::io
