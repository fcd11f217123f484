#pragma once

#include <memory>

#include "kernels/gpu/handles.hpp"
#include "kernels/gpu/host/host_driver.hpp"
#include "kernels/kernel.hpp"
#include "sim/model/device.hpp"

namespace warpshop::test {

/// A bus that takes a test little time and shows what overlaps all the same.
inline constexpr gpu::host::LinkSpeeds kFastLink{{
    {{{Millis{0.02}, {2e9}, {1.5e9}, {1.6e9}}, {Millis{0.02}, {2e9}, {1.5e9}, {1.6e9}}}},
    {{{Millis{0.02}, {1e9}, {1e9}, {0.8e9}}, {Millis{0.02}, {1e9}, {1e9}, {0.8e9}}}},
}};

inline gpu::Device host_device(const gpu::host::Faults& faults = {}) {
  return gpu::Device(std::make_shared<gpu::host::HostDriver>(gpu::host::Options{.link = kFastLink, .faults = faults}));
}

/// What the bus is paced to, and kernels at about a tenth of what one core does.
inline Device host_profile(const gpu::host::LinkSpeeds& link = kFastLink) {
  Device device;
  device.name = "host";
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const gpu::host::LinkSpeed& speed = link[index(memory)][index(direction)];
      TransferModel& transfer = device.transfers[index(memory)][index(direction)];
      transfer.latency = speed.latency;
      transfer.alone = speed.alone;
      transfer.mixed = speed.mixed;
      if (memory == Memory::pinned) {
        transfer.duplex = speed.duplex;
      }
    }
  }
  for (const kernels::Kernel& kernel : kernels::all()) {
    device.kernels[std::string(kernel.code.name)] = {.per_element = Millis{1e-4}, .invocation = Millis{0.01}};
  }
  device.kernels["arithmetic"].per_element = Millis{1e-3};  // what plays durations: few elements, a short test
  return device;
}

}  // namespace warpshop::test
