#include "cli/hardware.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/written_files.hpp"
#include "kernels/backend.hpp"
#include "sim/io/device_store.hpp"
#include "sim/io/user_devices.hpp"
#include "sim/model/error.hpp"
#include "sim/order/policy.hpp"

namespace warpshop::cli {

void add_profile_option(CLI::App& command, std::string& device) {
  command
      .add_option(
          "--device", device,
          "profile to predict by: a name that `warpshop devices` lists, or a file; the one that calibrate stored "
          "for the GPU if none is named")
      ->type_name("NAME|FILE");
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
  order::check_fields("the dispatcher", workload, {Field::after, Field::family, Field::due});
}

gpu::Device open_device(const HardwareOptions& options) {
  return options.backend == "host" ? kernels::open_host() : kernels::open_cuda(options.gpu);
}

ChosenProfile choose_profile(const std::string& asked_for, const HardwareOptions& options, const gpu::Device& device) {
  const std::string& uuid = device.properties().uuid;
  if (asked_for.empty() && !io::find_user_device(uuid)) {
    throw InputError(
        fmt::format("there is no profile of this device ({}, {}): run `warpshop calibrate{}` first, or "
                    "name one with --device",
                    device.properties().name, uuid, options.backend == "host" ? " --backend host" : ""));
  }
  const std::string name = asked_for.empty() ? uuid : asked_for;
  const auto files = device_files(name);
  return {.device = io::find_device(name), .file = files.empty() ? std::filesystem::path() : files.front()};
}

}  // namespace warpshop::cli
