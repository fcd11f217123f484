#include "sim/io/device/gpu_profiles.hpp"

#include <algorithm>
#include <fstream>
#include <regex>
#include <system_error>

namespace warpshop::io {
namespace {

std::string value_of(const std::string& line) {
  const std::size_t start = line.find_first_not_of(" \t", line.find(':') + 1);
  return start == std::string::npos ? "" : line.substr(start);
}

InstalledGpu read_information(const std::filesystem::path& file) {
  InstalledGpu gpu;
  std::ifstream information(file);
  for (std::string line; std::getline(information, line);) {
    if (line.rfind("Model:", 0) == 0) {
      gpu.model = value_of(line);
    } else if (line.rfind("GPU UUID:", 0) == 0) {
      gpu.uuid = value_of(line);
    }
  }
  return gpu;
}

}  // namespace

std::vector<InstalledGpu> installed_gpus(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> folders;
  std::error_code none;
  for (std::filesystem::directory_iterator entry(folder, none), end; !none && entry != end; entry.increment(none)) {
    folders.push_back(entry->path());
  }
  std::sort(folders.begin(), folders.end());
  std::vector<InstalledGpu> gpus;
  gpus.reserve(folders.size());
  for (const auto& gpu_folder : folders) {
    gpus.push_back(read_information(gpu_folder / "information"));
  }
  return gpus;
}

bool is_gpu_uuid(std::string_view name) {
  static const std::regex pattern("(GPU|MIG)-[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  return std::regex_match(name.begin(), name.end(), pattern);
}

std::string gpu_of(const Device& device) {
  const auto topic = device.provenance.find("gpu");
  return topic == device.provenance.end() || !is_gpu_uuid(device.name) ? "" : topic->second;
}

const KnownDevice* profile_of(const InstalledGpu& gpu, const std::vector<KnownDevice>& devices) {
  const auto found = std::find_if(devices.begin(), devices.end(),
                                  [&](const KnownDevice& known) { return known.device.name == gpu.uuid; });
  return found == devices.end() ? nullptr : &*found;
}

}  // namespace warpshop::io
