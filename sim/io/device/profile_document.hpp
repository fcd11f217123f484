#pragma once

#include <optional>
#include <span>
#include <string>

#include "sim/io/yaml/document_text.hpp"
#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/device.hpp"
#include "sim/model/profile_setting.hpp"

namespace warpshop::io {

/// A device profile as its file has it, read once to be decoded with other settings each time.
class ProfileDocument {
 public:
  /// Throws InputError: no plain YAML, another kind of file, an unknown key.
  explicit ProfileDocument(Text text);
  ProfileDocument(const ProfileDocument&) = delete;
  ProfileDocument& operator=(const ProfileDocument&) = delete;

  /// See read_device().
  Device device(std::span<const ProfileSetting> settings, const std::optional<std::string>& expected_name = {}) const;

 private:
  Text text_;
  YamlNode root_;
};

}  // namespace warpshop::io
