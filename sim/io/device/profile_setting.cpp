#include "sim/io/device/profile_setting.hpp"

#include <array>
#include <cstdint>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "sim/io/device/value_path.hpp"
#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/text.hpp"

namespace warpshop::io {
namespace {

constexpr std::string_view kKey = "value";

[[noreturn]] void refuse(const ProfileSetting& setting, std::string_view message) {
  throw InputError(fmt::format("--set {}: {}", setting.text(), message));
}

/// Takes the one value of a document.
class ValueReceiver : public DocumentReceiver {
 public:
  void key(const YamlNode& /*key*/) override {}
  bool takes_elements(const YamlNode& /*key*/) const override { return false; }
  void element(const YamlNode& /*element*/) override {}
  void entry(const YamlNode& key, const YamlNode& value) override {
    if (key.text == kKey) {
      value_ = value;
    }
  }
  YamlNode take() { return std::move(value_); }

 private:
  YamlNode value_;
};

void mark_all(YamlNode& node, Mark mark) {
  node.mark = mark;
  for (YamlNode& child : node.children) {
    mark_all(child, mark);
  }
}

YamlNode parse_value(const ProfileSetting& setting, Mark mark) {
  if (setting.value.find_first_of("\r\n") != std::string::npos) {
    refuse(setting, "a value of several lines, expected one");
  }
  ValueReceiver receiver;
  try {
    std::istringstream text(fmt::format("{}: {}\n", kKey, setting.value));
    read_document(read_text(text, "--set"), receiver);
  } catch (const InputError& error) {
    refuse(setting, error.message());
  }
  YamlNode value = receiver.take();
  mark_all(value, mark);
  return value;
}

YamlNode scalar(std::string_view text, Mark mark) {
  YamlNode node;
  node.kind = NodeKind::scalar;
  node.plain = true;
  node.mark = mark;
  node.text = text;
  return node;
}

/// A new entry for the front of the path; `path` becomes its rest.
YamlNode& add_entry(YamlNode& map, std::string_view& path, Mark mark) {
  const std::size_t dot = path.find('.');
  map.children.push_back(scalar(path.substr(0, dot), mark));
  path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
  YamlNode& value = map.children.emplace_back();
  value.mark = mark;
  return value;
}

void erase(YamlNode& map, const YamlNode* value) {
  const auto position = value - map.children.data();
  map.children.erase(map.children.begin() + position - 1, map.children.begin() + position + 1);
}

void apply(YamlNode& profile, const ProfileSetting& setting, Mark mark) {
  YamlNode* node = &profile;
  std::string_view path = setting.path;
  for (;;) {
    auto [next, rest] = path_step(*node, path);
    if (next == nullptr && setting.value.empty()) {
      refuse(setting, "there is no such value to take out of the profile, expected the path of one");
    }
    if (next == nullptr) {
      if (node->kind == NodeKind::null) {
        node->kind = NodeKind::map;
      }
      if (node->kind != NodeKind::map) {
        refuse(setting,
               node->kind == NodeKind::scalar
                   ? fmt::format("{} stands where a group of values is meant, expected the path of a value",
                                 describe(*node))
                   : std::string("there is no such point in the list, expected one that is there, or the list"));
      }
      rest = path;
      next = &add_entry(*node, rest, mark);
    }
    if (rest.empty()) {
      if (!setting.value.empty()) {
        *next = parse_value(setting, mark);
      } else if (node->kind == NodeKind::map) {
        erase(*node, next);
      } else {
        refuse(setting, "a point cannot be taken out of its list, expected the list as a whole");
      }
      return;
    }
    node = next;
    path = rest;
  }
}

}  // namespace

ProfileSetting parse_setting(std::string_view text) {
  constexpr std::string_view kExpected = ", expected PATH=VALUE such as transfer.pinned.h2d.alone=50GB/s";
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    throw InputError(fmt::format("--set: {} has no '='{}", in_quotes(std::string{text}), kExpected));
  }
  ProfileSetting setting{.path = std::string{text.substr(0, equals)}, .value = std::string{text.substr(equals + 1)}};
  setting.value.erase(0, setting.value.find_first_not_of(' '));
  const std::string dotted = '.' + setting.path + '.';
  if (dotted.find("..") != std::string::npos) {
    throw InputError(fmt::format("--set: {} is not the path of a value{}", in_quotes(setting.path), kExpected));
  }
  for (const std::string_view key : {"schema", "name"}) {
    if (setting.path == key) {
      throw InputError(fmt::format("--set: {} is no value of a device{}", setting.path, kExpected));
    }
  }
  return setting;
}

std::vector<ProfileSetting> parse_settings(std::span<const std::string> texts) {
  std::vector<ProfileSetting> settings;
  settings.reserve(texts.size());
  for (const std::string& text : texts) {
    settings.push_back(parse_setting(text));
  }
  return settings;
}

/// The mark of a value that setting i put in: no line, column i + 1.
void apply_settings(YamlNode& profile, std::span<const ProfileSetting> settings) {
  for (std::size_t i = 0; i < settings.size(); ++i) {
    apply(profile, settings[i], {.line = 0, .column = static_cast<std::uint32_t>(i + 1)});
  }
}

InputError with_settings(const InputError& error, std::span<const ProfileSetting> settings) {
  const Mark mark = error.mark();
  if (mark.line == 0 && mark.column > 0 && mark.column <= settings.size()) {
    return InputError(fmt::format("--set {}: {}", settings[mark.column - 1].text(), error.message()));
  }
  std::string what = error.what();
  if (what.starts_with("--set ")) {
    return error;
  }
  for (std::size_t i = 0; i < settings.size(); ++i) {
    what += (i == 0 ? " (with --set " : ", --set ") + settings[i].text();
  }
  return InputError(settings.empty() ? what : what + ')');
}

bool sets(const ProfileSetting& setting, std::string_view path) {
  const auto is_at_or_below = [](std::string_view deep, std::string_view high) {
    return deep.starts_with(high) && (deep.size() == high.size() || deep[high.size()] == '.');
  };
  return is_at_or_below(path, setting.path) || is_at_or_below(setting.path, path);
}

}  // namespace warpshop::io
