#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/error.hpp"

namespace warpshop {

/// A value of a profile as the user wants it for once: `transfer.pinned.h2d.alone=50GB/s`.
struct ProfileSetting {
  std::string path;       ///< of the value, as Device::confidence has them
  std::string value;      ///< YAML in one line; empty: the value is taken out
  std::string axis = {};  ///< of a sweep, whose value it is; empty: the user gave it by --set
  std::string text() const { return path + '=' + value; }
  /// As the user gave it: `--set PATH=VALUE`, `axis AXIS at VALUE`.
  std::string given() const { return axis.empty() ? "--set " + text() : "axis " + axis + " at " + value; }
};

/// Throws InputError: no '=', an empty part of the path, what is no value of a profile (schema, name).
std::vector<ProfileSetting> parse_settings(std::span<const std::string> texts);

/// What the value of an axis puts in at a path. Throws InputError: a path that is none.
ProfileSetting axis_setting(std::string axis, std::string path, std::string value);

/// Whether a setting says what the value at `path` is: it stands there, above or below.
bool sets(const ProfileSetting& setting, std::string_view path);

/// Where the value stands that the setting at a position put into a profile: no line, and a column of its own.
Mark mark_of_setting(std::size_t position);

/// What went wrong with a profile that has the settings: at a mark_of_setting(), which it keeps, given() and `: …`;
/// elsewhere with the settings behind it.
InputError with_settings(const InputError& error, std::span<const ProfileSetting> settings);

}  // namespace warpshop
