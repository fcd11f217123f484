#include <iostream>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "calibrate/timed_kernel.hpp"
#include "cli/commands.hpp"
#include "cli/hardware.hpp"
#include "kernels/kernel.hpp"

namespace warpshop::cli {
namespace {

/// Says a line when it is ready, and after each line that it reads; at `run` it has run a tiny kernel by then.
void run(const HardwareOptions& options) {
  const gpu::Device device = open_device(options);
  const kernels::Kernel& tiny = *kernels::find("vector_add");
  const calibrate::TimedKernel kernel(device, tiny, tiny.unit);
  kernel.time();
  std::cout << "ready" << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "run") {
      kernel.submit();
      kernel.stream().synchronize();
    }
    std::cout << "done" << std::endl;
  }
}

}  // namespace

void add_peer(CLI::App& app) {
  auto options = std::make_shared<HardwareOptions>();
  CLI::App* command = app.add_subcommand("peer", "a process that `calibrate` starts: runs a kernel when told to");
  command->group("");  // not for people
  add_hardware_options(*command, *options);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
