#include "sim/io/device/value_path.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/io/yaml/values.hpp"

namespace warpshop::io {
namespace {

/// What a point of a curve is called in paths, and where its value stands.
struct Point {
  std::string name;
  const YamlNode* value = nullptr;  ///< null: no point
};

Point point_of(const YamlNode& element) {
  if (const YamlNode* at = find_value(element, "size"); at != nullptr && is_size(*at)) {
    return {.name = std::to_string(size(*at).count), .value = find_value(element, "bandwidth")};
  }
  if (const YamlNode* at = find_value(element, "count")) {
    return {.name = at->text, .value = find_value(element, "rate")};
  }
  return {};
}

bool leads(std::string_view path, std::string_view key) {
  const std::string_view after = path.substr(std::min(key.size(), path.size()));
  return path.starts_with(key) && (after.empty() || (after.size() > 1 && after.front() == '.'));
}

bool is_measured(const YamlNode& node) {
  const YamlNode* value = find_value(node, "value");
  return value != nullptr && value->kind == NodeKind::scalar;
}

/// What the front of a path leads to.
struct PathStep {
  const YamlNode* node = nullptr;  ///< null: nothing
  std::string_view rest;           ///< of the path; empty: this is it
};

/// One step of a path that is not empty, from a map or a list. A key with dots is taken before a shorter one.
PathStep path_step(const YamlNode& from, std::string_view path) {
  PathStep found;
  std::size_t longest = 0;
  const auto offer = [&](const YamlNode* node, std::string_view key) {
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
    for (const YamlNode& element : from.children) {
      const Point point = point_of(element);
      offer(point.value, point.name);
    }
  }
  return found;
}

/// A value as it stands behind a setting's '='.
YamlNode parse_value(const std::string& value, const YamlNode& place) {
  constexpr std::array<std::string_view, 1> kKeys{"value"};
  if (value.find_first_of("\r\n") != std::string::npos) {
    refuse(place, "a value of several lines, expected one");
  }
  try {
    Text text = checked_text(fmt::format("{}: {}\n", kKeys[0], value), "--set");
    TopLevel top_level{.schema = "", .what = "a setting", .known = kKeys};
    YamlNode node = *find_value(read_map(text, top_level), kKeys[0]);
    put_at(place, node);
    return node;
  } catch (const InputError& error) {
    refuse(place, error.message());
  }
}

/// A new entry for the front of the path; `path` becomes its rest.
YamlNode& add_entry(YamlNode& map, std::string_view& path, const YamlNode& place) {
  const std::size_t dot = path.find('.');
  YamlNode key = place;
  key.kind = NodeKind::scalar;
  key.plain = true;
  key.text = path.substr(0, dot);
  map.children.push_back(std::move(key));
  path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
  return map.children.emplace_back(place);
}

void erase(YamlNode& map, const YamlNode* value) {
  const auto position = value - map.children.data();
  map.children.erase(map.children.begin() + position - 1, map.children.begin() + position + 1);
}

/// place: an empty node with the mark of what is put in, at which all that goes wrong here is reported.
void apply(YamlNode& profile, const ProfileSetting& setting, const YamlNode& place) {
  YamlNode* node = &profile;
  std::string_view path = setting.path;
  for (;;) {
    auto [found, rest] = path_step(*node, path);
    auto* next =
        const_cast<YamlNode*>(found);  // NOLINT(cppcoreguidelines-pro-type-const-cast): below node, which is not
    if (next == nullptr && setting.value.empty()) {
      refuse(place, "there is no such value to take out, expected the path of one");
    }
    if (next == nullptr) {
      if (node->kind == NodeKind::null) {
        node->kind = NodeKind::map;
      }
      if (node->kind != NodeKind::map) {
        refuse(place, node->kind == NodeKind::scalar
                          ? fmt::format("{} stands where a group of values is meant, expected the path of a value",
                                        describe(*node))
                          : std::string("there is no such point in the list, expected one that is there, or the list"));
      }
      rest = path;
      next = &add_entry(*node, rest, place);
    }
    if (rest.empty()) {
      if (!setting.value.empty()) {
        *next = parse_value(setting.value, place);
      } else if (node->kind == NodeKind::map) {
        erase(*node, next);
      } else {
        refuse(place, "a point cannot be taken out of its list, expected the list as a whole");
      }
      return;
    }
    node = next;
    path = rest;
  }
}

}  // namespace

const YamlNode* node_at(const YamlNode& root, std::string_view path) {
  PathStep at{.node = &root, .rest = path};
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
      const Point point = point_of(element);
      if (point.value != nullptr) {
        paths.insert(path + '.' + point.name);
      }
    }
  } else {
    paths.insert(path);
  }
}

void apply_settings(YamlNode& profile, std::span<const ProfileSetting> settings) {
  for (std::size_t i = 0; i < settings.size(); ++i) {
    apply_setting(profile, settings[i], i);
  }
}

void apply_setting(YamlNode& map, const ProfileSetting& setting, std::size_t position) {
  YamlNode place;
  place.mark = mark_of_setting(position);
  place.file = map.file;
  apply(map, setting, place);
}

}  // namespace warpshop::io
