#pragma once

#include <string>
#include <vector>

#include "cli/compare_options.hpp"
#include "sim/files/device_store.hpp"
#include "sim/model/profile_setting.hpp"

namespace warpshop::cli {

/// What one --device asks for, and what --set gives it.
struct ComparedDevice {
  std::string spec;
  std::vector<std::string> set;
  std::vector<ProfileSetting> settings;
  files::DeviceList devices;
};

/// Each --device. One that is named twice is first as its profile says, then as --set does. Throws InputError also
/// where two others have one name.
std::vector<ComparedDevice> find_compared_devices(const CompareOptions& options);

}  // namespace warpshop::cli
