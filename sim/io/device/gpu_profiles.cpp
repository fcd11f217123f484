#include "sim/io/device/gpu_profiles.hpp"

#include <algorithm>
#include <cstddef>

namespace warpshop::io {
namespace {

bool is_hexadecimal(char character) {
  return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f') ||
         (character >= 'A' && character <= 'F');
}

}  // namespace

bool is_gpu_uuid(std::string_view name) {
  constexpr std::string_view kPattern = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  constexpr std::size_t kPrefix = 4;
  if (!name.starts_with("GPU-") && !name.starts_with("MIG-")) {
    return false;
  }
  name.remove_prefix(kPrefix);
  return std::equal(name.begin(), name.end(), kPattern.begin(), kPattern.end(), [](char character, char pattern) {
    return pattern == 'x' ? is_hexadecimal(character) : character == pattern;
  });
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
