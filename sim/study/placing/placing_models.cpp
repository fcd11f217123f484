#include "sim/study/placing/placing_models.hpp"

#include <algorithm>
#include <span>

#include "sim/model/error.hpp"
#include "sim/share/share_policies.hpp"

namespace warpshop::study {

Models models_of(const SetDevices& devices) {
  Models models;
  for (const Device& device : devices.devices) {
    const auto found = std::find(models.devices.begin(), models.devices.end(), device);
    models.of.push_back(static_cast<std::size_t>(found - models.devices.begin()));
    if (found == models.devices.end()) {
      models.devices.push_back(device);
    }
  }
  return models;
}

void check_way(const NamedPolicy& way, const Workload& workload, const Models& models) {
  for (const Device& device : models.devices) {
    if (const auto reason = share::refusal(*way.policy, workload, std::span(&device, 1))) {
      throw InputError(workload.file, reason->mark, reason->what);
    }
  }
}

}  // namespace warpshop::study
