#include "cli/planning.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

#include "sim/files/device_store.hpp"
#include "sim/model/error.hpp"
#include "sim/report/recorded_text.hpp"

namespace warpshop::cli {

study::SetDevices find_set_devices(const std::string& spec, const std::vector<std::string>& set) {
  std::vector<ProfileSetting> settings = parse_settings(set);
  files::DeviceList list = files::find_devices(spec, settings);
  study::SetDevices devices{.name = std::move(list.name), .devices = std::move(list.devices), .set = set};
  for (std::size_t i = 0; i < settings.size(); ++i) {
    std::vector<ProfileSetting> others = settings;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    try {
      devices.without.push_back(files::find_devices(spec, others).devices);
    } catch (const InputError&) {
      devices.without.emplace_back();
    }
  }
  devices.settings = std::move(settings);
  return devices;
}

std::vector<Note> recorded_notes(const study::Problem& problem) {
  if (!problem.recorded || problem.recorded->is_close()) {
    return {};
  }
  std::string text = report::recorded_text(problem.recorded);
  text.erase(text.size() - std::string_view(".\n").size());
  return {{.where = problem.workload, .text = std::move(text)}};
}

}  // namespace warpshop::cli
