#include "sim/io/device/read_device.hpp"

#include <algorithm>
#include <array>
#include <istream>
#include <optional>
#include <string_view>
#include <utility>

#include "sim/io/device/decode_profile.hpp"
#include "sim/io/device/value_path.hpp"
#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/values.hpp"

namespace warpshop::io {
namespace {

/// Keeps the values until all are there: what transfer may hold depends on dma_engines, which may follow it.
class DeviceReceiver : public DocumentReceiver {
 public:
  explicit DeviceReceiver(const std::string& file)
      : top_level_{.schema = "warpshop.device/1", .what = "a device", .known = kDeviceKeys, .file = file} {
    profile_.kind = NodeKind::map;
  }

  void key(const YamlNode& key) override { top_level_.add(key); }
  bool takes_elements(const YamlNode& /*key*/) const override { return false; }
  void element(const YamlNode& /*element*/) override {}

  void entry(const YamlNode& key, const YamlNode& value) override {
    if (key.text == "schema") {
      top_level_.check_schema(value);
    }
    profile_.children.push_back(key);
    profile_.children.push_back(value);
  }

  YamlNode finish(Mark root) {
    constexpr std::array<std::string_view, 3> kNeeded{"schema", "name", "dma_engines"};
    top_level_.require(kNeeded, root);
    profile_.mark = root;
    return std::move(profile_);
  }

 private:
  TopLevel top_level_;
  YamlNode profile_;
};

/// Texts and lists of a profile that are no values.
bool is_no_value(std::string_view path) {
  constexpr std::array<std::string_view, 4> kKeys{"schema", "name", "assumed", "provenance"};
  return std::find(kKeys.begin(), kKeys.end(), path.substr(0, path.find('.'))) != kKeys.end();
}

/// `assumed` of a profile: the paths of the values that are guesses. That of a group stands for all below it. `as_read`
/// is the profile as its file has it, `profile` as it is used: a path leads to a value in one of them.
std::set<std::string, std::less<>> decode_assumed(const YamlNode& node, const YamlNode& as_read,
                                                  const YamlNode& profile, const std::string& file) {
  if (node.kind != NodeKind::sequence) {
    refuse_value(node, file, "is not a list of paths", "values that are guesses, such as [transfer.pinned.h2d.alone]");
  }
  std::set<std::string, std::less<>> paths;
  for (const YamlNode& entry : node.children) {
    const std::string path = entry.kind == NodeKind::scalar ? entry.text : "";
    const YamlNode* now = node_at(profile, path);
    if (path.empty() || is_no_value(path) || (node_at(as_read, path) == nullptr && now == nullptr)) {
      refuse_value(entry, file, "is no value of this profile", "the path of one, such as transfer.pinned.h2d.alone");
    }
    if (now != nullptr) {
      add_value_paths(*now, path, paths);
    }
  }
  return paths;
}

Device decode(const YamlNode& as_read, const std::string& file, std::span<const ProfileSetting> settings,
              const std::optional<std::string>& expected_name) {
  YamlNode profile = as_read;
  apply_settings(profile, settings);
  Device device = decode_profile(profile, file);
  if (const YamlNode* assumed = find_value(profile, "assumed")) {
    device.assumed = decode_assumed(*assumed, as_read, profile, file);
  }
  for (const ProfileSetting& setting : settings) {
    std::erase_if(device.assumed, [&](const std::string& path) { return sets(setting, path); });
  }
  if (expected_name && device.name != *expected_name) {
    refuse_value(*find_value(profile, "name"), file, "is not the name that the file has", in_quotes(*expected_name));
  }
  return device;
}

Device decode_device(Text text, std::span<const ProfileSetting> settings,
                     const std::optional<std::string>& expected_name = {}) {
  const std::string file = text.file;
  DeviceReceiver receiver(file);
  const Mark root = read_document(std::move(text), receiver);
  try {
    return decode(receiver.finish(root), file, settings, expected_name);
  } catch (const InputError& error) {
    if (settings.empty()) {
      throw;
    }
    throw with_settings(error, settings);
  }
}

}  // namespace

Device read_device(const std::filesystem::path& file, std::span<const ProfileSetting> settings) {
  return decode_device(read_text(file), settings);
}

Device read_device(const std::filesystem::path& file, const std::string& expected_name,
                   std::span<const ProfileSetting> settings) {
  return decode_device(read_text(file), settings, expected_name);
}

Device parse_device(std::istream& text, const std::string& file_name, std::span<const ProfileSetting> settings) {
  return decode_device(read_text(text, file_name), settings);
}

}  // namespace warpshop::io
