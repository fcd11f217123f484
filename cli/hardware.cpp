#include "cli/hardware.hpp"

#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/profile_settings.hpp"
#include "cli/written_files.hpp"
#include "dispatch/plan/realise.hpp"
#include "kernels/backend.hpp"
#include "sim/files/device_store.hpp"
#include "sim/files/user_devices.hpp"
#include "sim/model/error.hpp"
#include "sim/model/fleet.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::cli {

void add_profile_options(CLI::App& command, ProfileOptions& profile) {
  command
      .add_option(
          "--device", profile.device,
          "profile to predict by: a name that `warpshop devices` lists, or a file; the one that calibrate stored "
          "for the GPU if none is named")
      ->type_name("NAME|FILE");
  add_set_option(command, profile.set);
}

void add_hardware_options(CLI::App& command, HardwareOptions& options) {
  command.add_option("--backend", options.backend, "cuda: a GPU; host: a device that this machine's threads play")
      ->check(CLI::IsMember({"cuda", "host"}))
      ->capture_default_str();
  command.add_option("--gpu", options.gpu, "which GPU, as CUDA counts")
      ->check(CLI::Range(0, 1023))
      ->capture_default_str();
}

void check_dispatchable(const Workload& workload) {
  order::check_fields("the dispatcher", workload, {Field::family, Field::host, Field::stream, Field::call});
}

gpu::Device open_device(const HardwareOptions& options) {
  return options.backend == "host" ? kernels::open_host() : kernels::open_cuda(options.gpu);
}

ChosenProfile choose_profile(const ProfileOptions& asked_for, const HardwareOptions& options,
                             const gpu::Device& device) {
  const std::string& uuid = device.properties().uuid;
  if (asked_for.device.empty() && !files::find_user_device(uuid)) {
    throw InputError(
        fmt::format("there is no profile of this device ({}, {}): run `warpshop calibrate{}` first, or "
                    "name one with --device",
                    device.properties().name, uuid, options.backend == "host" ? " --backend host" : ""));
  }
  const std::string name = asked_for.device.empty() ? uuid : asked_for.device;
  const auto files = device_files(name);
  const std::vector<ProfileSetting> settings = parse_settings(asked_for.set);
  return {.device = files::find_device(name, settings),
          .file = files.empty() ? std::filesystem::path() : files.front(),
          .settings = settings,
          .asked_for = name};
}

void tell_of_profile(const OutputOptions& options, const Workload& workload, const ChosenProfile& profile) {
  const auto problem_on = [&](const Device& device) {
    return resolve(dispatch::realise(workload, device), std::span(&device, 1));
  };
  std::set<std::string> told;
  tell_odd_values(options, dispatch::realise(workload, profile.device), std::span(&profile.device, 1), told);
  if (!profile.settings.empty()) {
    tell_half_settings(options, dispatch::realise(workload, profile.device), std::span(&profile.device, 1),
                       profile.settings, told);
    tell_unfelt_settings(options, workload.name, problem_on(profile.device), profile.settings,
                         [&](const auto& others) { return problem_on(profile.with(others)); });
  }
}

Device ChosenProfile::with(std::span<const ProfileSetting> others) const {
  return files::find_device(asked_for, others);
}

}  // namespace warpshop::cli
