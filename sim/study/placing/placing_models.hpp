#pragma once

#include <cstddef>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/set_devices.hpp"

namespace warpshop::study {

/// Devices, those that are alike once.
struct Models {
  std::vector<Device> devices;
  std::vector<std::size_t> of;  ///< by GPU
};

Models models_of(const SetDevices& devices);

/// Throws InputError: the way of sharing cannot be had of one of them, for this workload.
void check_way(const NamedPolicy& way, const Workload& workload, const Models& models);

}  // namespace warpshop::study
