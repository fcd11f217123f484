#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/print.hpp"
#include "cli/profile_template.hpp"
#include "cli/result_origin.hpp"
#include "kernels/backend.hpp"
#include "sim/files/device_store.hpp"
#include "sim/files/installed_gpus.hpp"
#include "sim/io/device/chips.hpp"
#include "sim/model/error.hpp"

namespace warpshop::cli {
namespace {

struct DevicesOptions {
  std::string template_name;  ///< empty: list the profiles
  OutputOptions output;
};

void print_template(const DevicesOptions& options) {
  Output output(options.output, {}, Heading::none);
  output.stream() << *profile_template(options.template_name);
  output.commit();
}

/// By the driver's files; by CUDA where it has none, as in containers and under WSL: then only those that it can open.
std::vector<InstalledGpu> gpus_of_this_machine() {
  std::vector<InstalledGpu> gpus = files::installed_gpus();
  if (!gpus.empty()) {
    return gpus;
  }
  try {
    for (int number = 0;; ++number) {
      const gpu::Device device = kernels::open_cuda(number);
      const gpu::Properties& chip = device.properties();
      gpus.push_back({.model = chip.name, .uuid = chip.uuid});
    }
  } catch (const DeviceError&) {  // that was the last
  }
  return gpus;
}

/// But for those that CUDA has as well.
std::vector<InstalledGpu> with_opencl(std::vector<InstalledGpu> gpus) {
  int number = 0;
  for (const gpu::Properties& device : kernels::opencl_devices()) {
    if (device.name.find("NVIDIA") == std::string::npos) {
      gpus.push_back({.model = device.name, .uuid = device.uuid, .backend = "opencl", .number = number});
    }
    ++number;
  }
  return gpus;
}

void list(const OutputOptions& options) {
  Output output(options);
  print(output,
        ListedDevices{files::known_devices(), with_opencl(gpus_of_this_machine()), version(), io::chips().chips});
  output.commit();
}

}  // namespace

void add_devices(CLI::App& app) {
  auto options = std::make_shared<DevicesOptions>();
  CLI::App* command = app.add_subcommand("devices", "device profiles known here, and GPUs found");
  CLI::Option* chosen =
      command
          ->add_option("--template", options->template_name,
                       "print a profile to fill in, of a chip or of a GPU on a link such as pcie4 or pcie4-x8, with "
                       "comments that say how its values are measured")
          ->option_text("NAME")
          ->check([](const std::string& name) { return profile_template(name) ? "" : no_template(name); });
  add_output_options(*command, options->output);
  for (const char* const of_results : {"--format", "--json", "--csv"}) {
    chosen->excludes(command->get_option(of_results));
  }
  command->callback([options] {
    if (options->template_name.empty()) {
      list(options->output);
    } else {
      print_template(*options);
    }
  });
}

}  // namespace warpshop::cli
