#include "cli/compared_devices.hpp"

#include <algorithm>
#include <utility>

#include "sim/model/error.hpp"

namespace warpshop::cli {

std::vector<ComparedDevice> find_compared_devices(const CompareOptions& options) {
  std::vector<ComparedDevice> found;
  for (auto spec = options.devices.begin(); spec != options.devices.end(); ++spec) {
    const bool set_later = std::find(spec + 1, options.devices.end(), *spec) != options.devices.end();
    ComparedDevice device{.spec = *spec, .set = set_later ? std::vector<std::string>{} : options.planning.set};
    device.settings = parse_settings(device.set);
    device.devices = files::find_devices(device.spec, device.settings);
    for (const ComparedDevice& other : found) {
      const bool plain_and_set = other.spec == device.spec && other.set != device.set;
      if (other.devices.name == device.devices.name && !plain_and_set) {
        throw InputError("--device: two of them are called " + device.devices.name +
                         ", expected names that differ, or one twice with --set: without it and with it");
      }
    }
    found.push_back(std::move(device));
  }
  return found;
}

}  // namespace warpshop::cli
