#pragma once

#include <filesystem>
#include <iosfwd>
#include <span>
#include <string>

#include "sim/io/device/profile_setting.hpp"
#include "sim/model/device.hpp"

namespace warpshop::io {

/// Reads a device profile (`schema: warpshop.device/1`, see devices/README.md). Throws InputError at the first thing
/// that is wrong; a file that cannot be read is named without a line. Settings are put into what the file says before
/// it is checked and decoded, see apply_settings(); what they set is assumed no longer.
Device read_device(const std::filesystem::path& file, std::span<const ProfileSetting> settings = {});

/// The same, of a profile that is to have a name; another one is refused where it stands.
Device read_device(const std::filesystem::path& file, const std::string& expected_name,
                   std::span<const ProfileSetting> settings = {});

/// The same from text; `file_name` is what errors call it.
Device parse_device(std::istream& text, const std::string& file_name, std::span<const ProfileSetting> settings = {});

}  // namespace warpshop::io
