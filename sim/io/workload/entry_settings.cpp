#include "sim/io/workload/entry_settings.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>
#include <utility>

#include "sim/io/device/value_path.hpp"
#include "sim/io/yaml/values.hpp"

namespace warpshop::io {
namespace {

std::string_view first_key(std::string_view path) {
  return path.substr(0, path.find('.'));
}

YamlNode* find_in(YamlNode& map, std::string_view key) {
  return const_cast<YamlNode*>(find_value(map, key));  // NOLINT(cppcoreguidelines-pro-type-const-cast): below map
}

/// A stage that is an amount alone is the same as a map of it, into which a value beside it can be put.
void make_map(YamlNode& stage, bool is_copy) {
  YamlNode key = stage;
  key.plain = true;
  key.text = is_copy && is_size(stage) ? "bytes" : "time";
  YamlNode map = stage;
  map.kind = NodeKind::map;
  map.text.clear();
  map.children = {std::move(key), std::move(stage)};
  stage = std::move(map);
}

/// A map, and a path in it.
struct MapPath {
  YamlNode* map = nullptr;
  std::string_view path;
};

/// Where a path leads that begins with the request of a client: `request.2.kernel` to the kernel of its second task;
/// `request.kernel` where there is but one. Others stay.
MapPath into_request(YamlNode& entry, std::string_view path) {
  YamlNode* request = find_in(entry, "request");
  if (first_key(path) != "request" || path == "request" || request == nullptr) {
    return {.map = &entry, .path = path};
  }
  path.remove_prefix(first_key(path).size() + 1);
  const bool is_list = request->kind == NodeKind::sequence;
  const std::string_view number = first_key(path);
  std::size_t position = 1;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), position);
  const bool has_number = error == std::errc{} && end == number.data() + number.size() && number.size() < path.size();
  if (has_number && position >= 1 && position <= (is_list ? request->children.size() : 1)) {
    path.remove_prefix(number.size() + 1);
    return {.map = is_list ? &request->children[position - 1] : request, .path = path};
  }
  return {.map = is_list && request->children.size() == 1 ? &request->children.front() : request, .path = path};
}

}  // namespace

YamlNode EntrySettings::put_into(const YamlNode& entry, bool (*is_key)(std::string_view)) {
  YamlNode changed = entry;
  const YamlNode* const called = find_value(entry, "name");
  const std::string own = called != nullptr ? called->text + '.' : std::string{};
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    const std::string_view path = settings_[i].path;
    for (const std::string_view name : {std::string_view("*."), std::string_view(own)}) {
      const std::string_view rest = path.substr(std::min(name.size(), path.size()));
      // of tasks A and A.b, A.b.kernel is a value of the second alone; a name is none
      if (!name.empty() && path.starts_with(name) && rest != "name" && is_key(first_key(rest))) {
        put(changed, rest, i, name == "*.");
      }
    }
  }
  return changed;
}

/// A value at its path. Into a stage, the arrivals or the goal that an entry is without, or has of another kind,
/// nothing is put for every entry's sake.
void EntrySettings::put(YamlNode& entry, std::string_view path, std::size_t setting, bool of_every_entry) {
  const std::string_view group = first_key(path);
  if (of_every_entry && (group == "arrivals" || group == "goal") && group != path && node_at(entry, path) == nullptr) {
    return;
  }
  const MapPath to = into_request(entry, path);
  const std::string_view key = first_key(to.path);
  if ((key == "h2d" || key == "kernel" || key == "d2h") && key != to.path) {
    YamlNode* stage = find_in(*to.map, key);
    if (stage == nullptr && of_every_entry) {
      return;
    }
    if (stage != nullptr && stage->kind == NodeKind::scalar) {
      make_map(*stage, key != "kernel");
    }
  }
  apply_setting(*to.map, {std::string(to.path), settings_[setting].value}, setting);
  used_[setting] = true;
}

std::optional<std::size_t> EntrySettings::first_unused() const {
  const auto unused = std::find(used_.begin(), used_.end(), false);
  return unused == used_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(unused - used_.begin()));
}

}  // namespace warpshop::io
