#include "sim/model/listed_devices.hpp"

#include <algorithm>
#include <regex>

namespace warpshop {

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

}  // namespace warpshop
