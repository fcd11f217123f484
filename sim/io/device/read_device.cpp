#include <algorithm>
#include <array>
#include <istream>
#include <optional>
#include <string_view>
#include <utility>

#include "sim/io/device/chips.hpp"
#include "sim/io/device/decode_profile.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/device/profile_document.hpp"
#include "sim/io/device/value_path.hpp"
#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

/// Texts and lists of a profile that are no values.
bool is_no_value(std::string_view path) {
  constexpr std::array<std::string_view, 4> kKeys{"schema", "name", "assumed", "provenance"};
  return std::find(kKeys.begin(), kKeys.end(), path.substr(0, path.find('.'))) != kKeys.end();
}

/// `assumed` of a profile: the paths of the values that are guesses. That of a group stands for all below it. `as_read`
/// is the profile as its file has it, `profile` as it is used: a path leads to a value in one of them.
void decode_assumed(const YamlNode& node, const YamlNode& as_read, const YamlNode& profile, Device& device) {
  for (const YamlNode& entry :
       elements(node, "paths", "values that are guesses, such as [transfer.pinned.h2d.alone]")) {
    const std::string path = entry.kind == NodeKind::scalar ? entry.text : "";
    const YamlNode* now = node_at(profile, path);
    if (path.empty() || is_no_value(path) || (node_at(as_read, path) == nullptr && now == nullptr)) {
      refuse_value(entry, "is no value of this profile", "the path of one, such as transfer.pinned.h2d.alone");
    }
    if (now != nullptr) {
      std::set<std::string, std::less<>> paths;
      add_value_paths(*now, path, paths);
      for (const std::string& below : paths) {
        device.assumed.insert(below);
        if (below != path) {
          device.assumed_as.insert_or_assign(below, path);
        }
      }
    }
  }
}

Device decode(const YamlNode& as_read, std::span<const ProfileSetting> settings,
              const std::optional<std::string>& expected_name) {
  YamlNode profile = as_read;
  apply_settings(profile, settings);
  fill_in_chip(profile);
  Device device = decode_profile(profile);
  if (const YamlNode* assumed = find_value(profile, "assumed")) {
    decode_assumed(*assumed, as_read, profile, device);
  }
  for (const ProfileSetting& setting : settings) {
    assume_no_longer(device, [&](const std::string& path) { return sets(setting, path); });
  }
  if (expected_name && device.name != *expected_name) {
    refuse_value(*find_value(profile, "name"), "is not the name that the file has", in_quotes(*expected_name));
  }
  return device;
}

YamlNode read_profile(Text& text) {
  constexpr std::array<std::string_view, 3> kNeeded{"schema", "name", "dma_engines"};
  TopLevel top_level{.schema = "warpshop.device/1", .what = "a device", .known = kDeviceKeys, .needed = kNeeded};
  return read_map(text, top_level);
}

}  // namespace

ProfileDocument::ProfileDocument(Text text) : text_(std::move(text)), root_(read_profile(text_)) {}

Device ProfileDocument::device(std::span<const ProfileSetting> settings,
                               const std::optional<std::string>& expected_name) const {
  try {
    return decode(root_, settings, expected_name);
  } catch (const InputError& error) {
    if (settings.empty()) {
      throw;
    }
    throw with_settings(error, settings);
  }
}

Device read_device(const std::filesystem::path& file, std::span<const ProfileSetting> settings) {
  return ProfileDocument(read_text(file)).device(settings);
}

Device read_device(const std::filesystem::path& file, const std::string& expected_name,
                   std::span<const ProfileSetting> settings) {
  return ProfileDocument(read_text(file)).device(settings, expected_name);
}

Device parse_device(std::istream& text, const std::string& file_name, std::span<const ProfileSetting> settings) {
  return ProfileDocument(read_text(text, file_name)).device(settings);
}

}  // namespace warpshop::io
