#include "sim/files/device_store.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/files/find_workloads.hpp"
#include "sim/io/device/chips.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/near_names.hpp"
#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/device.hpp"
#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::files {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_directory(status);
}

bool has_yaml_ending(std::string_view name) {
  return name.ends_with(".yaml") || name.ends_with(".yml");
}

bool looks_like_path(std::string_view spec, const fs::path& folder) {
  return spec.find('/') != std::string_view::npos || has_yaml_ending(spec) || is_file(folder / spec);
}

io::Text text_of(const EmbeddedDevice& embedded) {
  return io::checked_text(std::string{embedded.text}, fmt::format("shipped device {}", embedded.name));
}

const EmbeddedDevice* find_embedded(std::string_view name) {
  const auto devices = embedded_devices();
  const auto found = std::find_if(devices.begin(), devices.end(),
                                  [&](const EmbeddedDevice& embedded) { return embedded.name == name; });
  return found == devices.end() ? nullptr : &*found;
}

/// The profile of a chip on its link.
io::Text text_of(const ChipModel& chip) {
  const std::optional<LinkModel> link = io::chips().link_of(chip);
  return io::checked_text(io::profile_text(&chip, link ? &*link : nullptr), fmt::format("chip {}", chip.name));
}

fs::path absolute_path_in(const char* variable) {
  const char* value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nothing of ours sets variables
  const fs::path path = value == nullptr ? "" : value;
  return path.is_absolute() ? path : fs::path{};
}

/// `$XDG_DATA_HOME/warpshop/devices`, by default `~/.local/share/warpshop/devices`; empty where neither is known. (The
/// XDG base directory specification has relative paths ignored.)
fs::path user_device_folder() {
  const fs::path data = absolute_path_in("XDG_DATA_HOME");
  if (!data.empty()) {
    return data / "warpshop" / "devices";
  }
  const fs::path home = absolute_path_in("HOME");
  return home.empty() ? home : home / ".local" / "share" / "warpshop" / "devices";
}

[[noreturn]] void refuse_unknown(std::string_view name) {
  std::vector<std::string> names;
  for (const KnownDevice& known : known_devices()) {
    if (known.problem.empty() && known.hidden_by.empty()) {
      names.push_back(known.device.name);
    }
  }
  const std::string folder = user_device_folder().string();
  const std::vector<std::string> near = near_names(name, io::chip_names());
  throw InputError(
      fmt::format("there is no device {}, expected one of: {}, a chip {}, a profile in {}, or the path of a profile",
                  in_quotes(name), fmt::join(names, ", "),
                  near.empty() ? "that `warpshop devices` lists" : fmt::format("such as {}", fmt::join(near, ", ")),
                  folder.empty() ? "$XDG_DATA_HOME/warpshop/devices" : folder));
}

/// Where the ':' of `NAME:N` stands; npos: there is none, or it belongs to a path.
std::size_t count_separator(std::string_view spec, const fs::path& folder) {
  const std::size_t colon = spec.rfind(':');
  if (colon == std::string_view::npos || is_file(folder / spec)) {
    return std::string_view::npos;
  }
  const std::string_view rest = spec.substr(colon + 1);
  const bool in_path = rest.find('/') != std::string_view::npos || has_yaml_ending(rest);
  return in_path ? std::string_view::npos : colon;
}

/// A name or path, and how many of it.
struct Entry {
  std::string name;
  std::size_t count = 1;
};

Entry parse_entry(std::string_view spec, const fs::path& folder) {
  const std::size_t colon = count_separator(spec, folder);
  if (colon == std::string_view::npos) {
    return {.name = std::string{spec}};
  }
  const std::string_view count = spec.substr(colon + 1);
  Entry entry{.name = std::string{spec.substr(0, colon)}, .count = kMostDevices + 1};
  const char* const end = count.data() + count.size();
  // Leaves the number alone if there are too many.
  if (count.empty() || count.front() == '0' || std::from_chars(count.data(), end, entry.count).ptr != end) {
    throw InputError(fmt::format("{} in {} is not a number of devices, expected a whole number from 1",
                                 in_quotes(count), in_quotes(spec)));
  }
  return entry;
}

/// A list, or the name of a file with commas in it.
std::vector<Entry> parse_list(std::string_view spec, const fs::path& folder = {}) {
  std::vector<Entry> entries;
  while (!is_file(folder / spec) && spec.find(',') != std::string_view::npos) {
    entries.push_back(parse_entry(spec.substr(0, spec.find(',')), folder));
    spec.remove_prefix(spec.find(',') + 1);
  }
  entries.push_back(parse_entry(spec, folder));
  return entries;
}

}  // namespace

DeviceStore::DeviceStore(fs::path folder, io::Fifo fifo) : folder_(std::move(folder)), fifo_(fifo) {}

DeviceStore::~DeviceStore() = default;

Device DeviceStore::find_one(std::string_view name, std::span<const ProfileSetting> settings) {
  auto known = profiles_.find(name);
  if (known == profiles_.end()) {
    Profile profile;
    if (const auto file = find_user_device(name)) {
      profile = {.text = io::read_text(*file), .file = *file, .name = file->stem().string(), .document = nullptr};
    } else if (const EmbeddedDevice* embedded = find_embedded(name)) {
      profile.text = text_of(*embedded);
    } else if (const ChipModel* chip = io::chips().find_chip(name)) {
      profile.text = text_of(*chip);
    } else if (looks_like_path(name, folder_)) {
      profile.file = folder_ / name;
      profile.text = io::read_text(profile.file, fifo_);
    } else {
      refuse_unknown(name);
    }
    known = profiles_.emplace(name, std::move(profile)).first;
  }
  Profile& profile = known->second;
  if (!profile.document) {
    profile.document = std::make_unique<const io::ProfileDocument>(profile.text);
  }
  return profile.document->device(settings, profile.name);
}

DeviceList DeviceStore::find(std::string_view spec, std::span<const ProfileSetting> settings, std::size_t times) {
  DeviceList list;
  std::map<std::string, Device> profiles;
  for (const auto& [name, number] : parse_list(spec, folder_)) {
    const Device device = find_one(name, settings);
    if (profiles.emplace(device.name, device).first->second != device) {
      throw InputError(fmt::format("{} in {} is another profile of the name {}, expected names that differ",
                                   in_quotes(name), in_quotes(spec), device.name));
    }
    const std::size_t count = number * times;
    if (count > kMostDevices - list.devices.size()) {
      throw InputError(fmt::format("{}: that is more than {} devices, expected fewer",
                                   in_quotes(times > 1 ? fmt::format("{} times {}", times, spec) : std::string(spec)),
                                   kMostDevices));
    }
    list.devices.insert(list.devices.end(), count, device);
    list.name += (list.name.empty() ? "" : ",") + device.name + (count > 1 ? fmt::format(":{}", count) : "");
  }
  return list;
}

std::vector<fs::path> DeviceStore::files() const {
  std::vector<fs::path> files;
  for (const auto& [name, profile] : profiles_) {
    if (!profile.file.empty()) {
      files.push_back(profile.file);
    }
  }
  return files;
}

std::string DeviceStore::texts() const {
  std::string texts;
  for (const auto& [name, profile] : profiles_) {
    texts += name + '\0' + profile.text.bytes + '\0';
  }
  return texts;
}

Device find_device(std::string_view spec, std::span<const ProfileSetting> settings) {
  const std::vector<Entry> entries = parse_list(spec);
  Device device = DeviceStore().find_one(entries.front().name, settings);
  if (entries.size() > 1 || entries.front().count > 1) {
    throw InputError(
        fmt::format("{}: this command takes one device, expected {}", in_quotes(spec), entries.front().name));
  }
  return device;
}

DeviceList find_devices(std::string_view spec, std::span<const ProfileSetting> settings) {
  return DeviceStore().find(spec, settings);
}

std::vector<std::string> listed_devices(std::string_view spec) {
  std::vector<std::string> names;
  for (Entry& entry : parse_list(spec)) {
    names.push_back(std::move(entry.name));
  }
  return names;
}

std::optional<std::filesystem::path> device_file(std::string_view name) {
  if (auto file = find_user_device(name)) {
    return file;
  }
  const bool is_known = find_embedded(name) != nullptr || io::chips().find_chip(name) != nullptr;
  return is_known ? std::nullopt : std::optional<std::filesystem::path>(name);
}

std::vector<KnownDevice> known_devices() {
  std::vector<KnownDevice> known;
  for (const EmbeddedDevice& embedded : embedded_devices()) {
    const auto own = find_user_device(embedded.name);
    known.push_back({.device = io::ProfileDocument(text_of(embedded)).device({}),
                     .source = "shipped",
                     .problem = "",
                     .hidden_by = own ? own->string() : ""});
  }
  for (const std::filesystem::path& file : user_device_files()) {
    KnownDevice device;
    device.source = file.string();
    device.device.name = file.stem().string();
    try {
      device.device = io::read_device(file, device.device.name);
    } catch (const InputError& error) {
      device.problem = error.what();
    }
    known.push_back(device);
  }
  return known;
}

std::vector<fs::path> user_device_files() {
  std::error_code no_folder;
  std::vector<fs::path> files = yaml_files_in(user_device_folder(), no_folder);
  std::erase_if(files, [](fs::path file) {
    std::error_code ignored;
    return file.extension() == ".yml" && fs::exists(file.replace_extension(".yaml"), ignored);
  });
  return files;
}

std::optional<fs::path> find_user_device(std::string_view name) {
  const fs::path folder = user_device_folder();
  if (folder.empty() || name.empty() || name.find('/') != std::string_view::npos) {
    return std::nullopt;
  }
  for (const char* ending : {".yaml", ".yml"}) {
    const fs::path file = folder / (std::string{name} + ending);
    std::error_code ignored;
    if (fs::exists(file, ignored)) {
      return file;
    }
  }
  return std::nullopt;
}

fs::path make_user_device_path(std::string_view name) {
  if (!is_device_name(name)) {
    throw InputError(fmt::format("{} is not the name of a device, expected {}", in_quotes(name), kDeviceNameExpected));
  }
  const fs::path folder = user_device_folder();
  if (folder.empty()) {
    throw InputError(
        "there is no folder for profiles of one's own, expected XDG_DATA_HOME or HOME to be an absolute path");
  }
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw InputError(folder.string(), {},
                     fmt::format("cannot be created ({}), expected a folder for profiles", error.message()));
  }
  return folder / (std::string{name} + ".yaml");
}

}  // namespace warpshop::files
