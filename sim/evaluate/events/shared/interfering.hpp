#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/evaluate/rates/copy_rates.hpp"
#include "sim/evaluate/rates/kernel_rates.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::evaluate {

/// Copies and kernels that run on a DeviceSimulation of Speeds::shared tell each other so, where that has changed.
template <class Device>
class Interfering {
 public:
  /// Keeps references.
  Interfering(Device& device, const Instance& instance)
      : device_(device), instance_(instance), interference_(instance.chip->interference.value_or(Interference{})) {}

  void tell(double now) {
    const bool moving_changed = device_.moving_changed();
    if (moving_changed) {
      payloads_.clear();
      device_.add_moving(
          [&](std::uint32_t task, Direction direction) { return instance_.link_demand(task, direction); }, payloads_);
      std::array<bool, 2> moves{};
      for (const MovingPayload& payload : payloads_) {
        moves[index(payload.direction)] = true;
      }
      device_.set_beside(beside_copies(interference_, moves), now);
    }
    if (device_.compute().memory_bound_works() != memory_bound_works_ || moving_changed) {
      memory_bound_works_ = device_.compute().memory_bound_works();
      std::array<double, 2> beside_kernels{1, 1};
      if (memory_bound_works_) {
        beside_kernels = {interference_.h2d_beside_kernel, interference_.d2h_beside_kernel};
      }
      set_copy_rates(instance_.rates, beside_kernels, payloads_);
      device_.set_speeds(payloads_, now);
    }
  }

 private:
  Device& device_;
  const Instance& instance_;
  Interference interference_;
  std::vector<MovingPayload> payloads_;
  bool memory_bound_works_ = false;
};

}  // namespace warpshop::evaluate
