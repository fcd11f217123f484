#pragma once

#include <filesystem>
#include <iosfwd>
#include <span>
#include <string>

#include "sim/model/device.hpp"
#include "sim/model/profile_setting.hpp"

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

/// The profile as YAML (`warpshop.device/1`) that parse_device reads back as the same device; the ends of a confidence
/// interval in six digits, rounded outwards. Free text may hold anything that is UTF-8. Throws std::logic_error for a
/// confidence that is not one, or is of a value that the device does not have.
void write_device(std::ostream& out, const Device& device);

}  // namespace warpshop::io
