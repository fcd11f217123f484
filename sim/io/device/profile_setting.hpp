#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/error.hpp"

namespace warpshop::io {

/// A value of a profile as the user wants it for once: `transfer.pinned.h2d.alone=50GB/s`.
struct ProfileSetting {
  std::string path;   ///< see sim/io/device/value_path.hpp
  std::string value;  ///< YAML in one line; empty: the value is taken out
  std::string text() const { return path + '=' + value; }
};

/// Throws InputError: no '=', an empty part of the path, what is no value of a profile (schema, name).
std::vector<ProfileSetting> parse_settings(std::span<const std::string> texts);

/// Puts the values into the document of a profile, a map, in their order; groups that are not there are made. The nodes
/// put in have marks that with_setting() knows. Throws InputError: a value that is no YAML, a path through a value, one
/// to take out that is not there.
void apply_settings(YamlNode& profile, std::span<const ProfileSetting> settings);

/// What went wrong with a profile that has the settings: at a value that was put in, `--set PATH=VALUE: …`; elsewhere
/// with the settings behind it.
InputError with_settings(const InputError& error, std::span<const ProfileSetting> settings);

/// Whether a setting says what the value at `path` is: it stands there, above or below.
bool sets(const ProfileSetting& setting, std::string_view path);

}  // namespace warpshop::io
