#include "sim/io/device/apply_settings.hpp"

#include <array>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sim/io/device/value_path.hpp"
#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/document_text.hpp"

namespace warpshop::io {
namespace {

/// Puts a node and all below it where `place` is.
void move_to(const YamlNode& place, YamlNode& node) {
  node.mark = place.mark;
  node.file = place.file;
  for (YamlNode& child : node.children) {
    move_to(place, child);
  }
}

/// A value as it stands behind a setting's '='.
YamlNode parse_value(const std::string& value, const YamlNode& place) {
  constexpr std::array<std::string_view, 1> kKeys{"value"};
  if (value.find_first_of("\r\n") != std::string::npos) {
    refuse(place, "a value of several lines, expected one");
  }
  try {
    std::istringstream stream(fmt::format("{}: {}\n", kKeys[0], value));
    Text text = read_text(stream, "--set");
    TopLevel top_level{.schema = "", .what = "a setting", .known = kKeys};
    YamlNode node = *find_value(read_map(text, top_level), kKeys[0]);
    move_to(place, node);
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
