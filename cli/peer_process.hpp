#pragma once

#include <functional>
#include <string>

#include "cli/hardware.hpp"
#include "dispatch/clients/child_process.hpp"

namespace warpshop::cli {

/// Starts another process that uses the same GPU, outside of MPS, and returns what makes it run a tiny kernel to its
/// end, or only answer: see calibrate::Options::start_peer. The process ends with what is returned. Throws DeviceError:
/// it cannot use the GPU, or does not answer. program: this one; environment: what it finds there beside ours.
std::function<void(bool runs)> start_peer_process(const HardwareOptions& hardware,
                                                  const std::string& program = "/proc/self/exe",
                                                  dispatch::Environment environment = {});

}  // namespace warpshop::cli
