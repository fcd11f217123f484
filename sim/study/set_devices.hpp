#pragma once

#include <string>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/profile_setting.hpp"

namespace warpshop::study {

/// Devices that a user names, and what the user sets of their profiles.
struct SetDevices {
  std::string name;                               ///< of all of them, as outputs call them
  std::vector<Device> devices;                    ///< as they are set
  std::vector<std::string> set = {};              ///< `PATH=VALUE`, as the user wrote it
  std::vector<ProfileSetting> settings = {};      ///< the same, read
  std::vector<std::vector<Device>> without = {};  ///< by setting: as all the others make them; empty: they cannot be so
};

}  // namespace warpshop::study
