#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/listed_devices.hpp"
#include "sim/model/profile_setting.hpp"

namespace warpshop::files {

/// The device that a user asks for: the name of a profile of the user's
/// (`$XDG_DATA_HOME/warpshop/devices/NAME.yaml`, by default below ~/.local/share), else of a shipped one, else a path
/// (with a '/', ending in .yaml or .yml, or naming a file). `NAME:1` is NAME. Settings go into every profile, see
/// read_device(). Throws InputError: nothing of that name, a profile that cannot be used, more than one device.
Device find_device(std::string_view spec, std::span<const ProfileSetting> settings = {});

/// Several devices, and what they are called together.
struct DeviceList {
  std::string name;  ///< `titanx`, `titanx:4`, `k20c,titanx:2`
  std::vector<Device> devices;
};

/// The devices that a user asks for: as find_device(), `NAME:4` for four of them, a list of either between commas; 1 …
/// kMostDevices in all. Throws InputError: also where two profiles of one name differ.
DeviceList find_devices(std::string_view spec, std::span<const ProfileSetting> settings = {});
inline constexpr std::size_t kMostDevices = 1024;

/// The names and paths in such a list, without their numbers.
std::vector<std::string> listed_devices(std::string_view spec);

/// The file that the profile of a name or path is read from; nothing: it is shipped.
std::optional<std::filesystem::path> device_file(std::string_view name);

/// What find_device() knows by name: shipped profiles by name, then the user's by file name. Broken ones are listed,
/// not thrown.
std::vector<KnownDevice> known_devices();

}  // namespace warpshop::files
