#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/io/yaml/document_text.hpp"
#include "sim/model/device.hpp"
#include "sim/model/listed_devices.hpp"
#include "sim/model/profile_setting.hpp"

namespace warpshop::io {
class ProfileDocument;
}

namespace warpshop::files {

/// The device that a user asks for: the name of a profile of the user's
/// (`$XDG_DATA_HOME/warpshop/devices/NAME.yaml`, by default below ~/.local/share), else of a shipped one, else a chip,
/// on its link, of which nothing is measured (devices/chips.yaml), else a path (with a '/', ending in .yaml or .yml, or
/// naming a file). `NAME:1` is NAME. Settings go into every profile, see read_device(). Throws InputError: nothing of
/// that name, a profile that cannot be used, more than one device.
Device find_device(std::string_view spec, std::span<const ProfileSetting> settings = {});

/// Several devices, and what they are called together.
struct DeviceList {
  std::string name;  ///< `titanx`, `titanx:4`, `k20c,titanx:2`
  std::vector<Device> devices;
};

inline constexpr std::size_t kMostDevices = 1024;

/// Profiles by what a user calls them, the text of each read once: a pipe can be read no second time, and a file may
/// change.
class DeviceStore {
 public:
  /// folder: what paths count from; empty: where the program runs. fifo: what becomes of a path that is one.
  explicit DeviceStore(std::filesystem::path folder = {}, io::Fifo fifo = io::Fifo::awaited);
  DeviceStore(const DeviceStore&) = delete;
  DeviceStore& operator=(const DeviceStore&) = delete;
  ~DeviceStore();

  /// See find_devices(). times: so many of what each entry of the list says.
  DeviceList find(std::string_view spec, std::span<const ProfileSetting> settings = {}, std::size_t times = 1);

  /// See find_device(): a name or a path alone.
  Device find_one(std::string_view name, std::span<const ProfileSetting> settings = {});

  /// The files that were read; shipped profiles and chips are in none.
  std::vector<std::filesystem::path> files() const;
  /// What was read, by name.
  std::string texts() const;

 private:
  struct Profile {
    io::Text text;
    std::filesystem::path file;       ///< empty: shipped
    std::optional<std::string> name;  ///< that it is to have
    std::unique_ptr<const io::ProfileDocument> document;
  };

  std::filesystem::path folder_;
  io::Fifo fifo_;
  std::map<std::string, Profile, std::less<>> profiles_;
};

/// The devices that a user asks for: as find_device(), `NAME:4` for four of them, a list of either between commas; 1 …
/// kMostDevices in all. Throws InputError: also where two profiles of one name differ.
DeviceList find_devices(std::string_view spec, std::span<const ProfileSetting> settings = {});

/// The names and paths in such a list, without their numbers.
std::vector<std::string> listed_devices(std::string_view spec);

/// The file that the profile of a name or path is read from; nothing: it is shipped, or a chip.
std::optional<std::filesystem::path> device_file(std::string_view name);

/// What find_device() knows by name: shipped profiles by name, then the user's by file name. Broken ones are listed,
/// not thrown.
std::vector<KnownDevice> known_devices();

/// A profile of devices/ as it was when the program was built; text is the YAML file.
struct EmbeddedDevice {
  std::string_view name;
  std::string_view text;
};

/// By name.
std::span<const EmbeddedDevice> embedded_devices();

/// The profiles in `$XDG_DATA_HOME/warpshop/devices`, by default in ~/.local/share/warpshop/devices, *.yaml and *.yml,
/// by name; of NAME.yaml and NAME.yml the former. No folder: none.
std::vector<std::filesystem::path> user_device_files();

/// The profile of a name without '/', if its file exists.
std::optional<std::filesystem::path> find_user_device(std::string_view name);

/// Where the profile of a name is stored; creates the folder. Throws InputError: neither XDG_DATA_HOME nor HOME is an
/// absolute path, not the name of a device, a folder that cannot be made.
std::filesystem::path make_user_device_path(std::string_view name);

}  // namespace warpshop::files
