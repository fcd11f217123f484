#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/evaluate/rates/copy_rates.hpp"
#include "sim/evaluate/rates/kernel_rates.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::evaluate {

/// Copies and kernels that run now on a DeviceSimulation of Speeds::shared tell each other so. payloads: scratch
/// memory.
template <class Device>
void interfere(Device& device, const Instance& instance, std::vector<MovingPayload>& payloads, double now) {
  payloads.clear();
  device.add_moving([&](std::uint32_t task, Direction direction) { return instance.link_demand(task, direction); },
                    payloads);
  std::array<bool, 2> moves{};
  for (const MovingPayload& payload : payloads) {
    moves[index(payload.direction)] = true;
  }
  const Interference interference = instance.chip->interference.value_or(Interference{});
  device.set_beside(beside_copies(interference, moves), now);
  std::array<double, 2> beside_kernels{1, 1};
  if (device.compute().memory_bound_works()) {
    beside_kernels = {interference.h2d_beside_kernel, interference.d2h_beside_kernel};
  }
  set_copy_rates(instance.rates, beside_kernels, payloads);
  device.set_speeds(payloads, now);
}

}  // namespace warpshop::evaluate
