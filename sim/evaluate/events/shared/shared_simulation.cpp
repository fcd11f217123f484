#include "sim/evaluate/events/shared/shared_simulation.hpp"

#include <stdexcept>

#include "sim/evaluate/events/device_simulation.hpp"
#include "sim/evaluate/events/interval_recorder.hpp"
#include "sim/evaluate/events/shared/shared.hpp"

namespace warpshop::evaluate {
namespace {

using SharedDevice = DeviceSimulation<IntervalRecorder, Speeds::shared, Shared>;

/// Copies and kernels that run at `now` tell each other so.
void interfere(SharedDevice& device, const Interference& interference, double now) {
  const bool h2d = device.moving(Direction::h2d).has_value();
  const bool d2h = device.moving(Direction::d2h).has_value();
  device.compute().set_beside(
      {.memory_bound = (h2d ? interference.kernel_beside_h2d : 1) * (d2h ? interference.kernel_beside_d2h : 1)}, now);
  const bool beside = device.compute().memory_bound_works();
  if (h2d) {
    device.set_share(Direction::h2d, beside ? interference.h2d_beside_kernel : 1, now);
  }
  if (d2h) {
    device.set_share(Direction::d2h, beside ? interference.d2h_beside_kernel : 1, now);
  }
}

}  // namespace

Timeline shared_timeline(const Instance& instance, const Plan& plan) {
  IntervalRecorder recorder(plan.order.size());
  SharedDevice device(instance, plan.order, plan.submission, Waits(plan), recorder, *plan.share);
  const Interference interference = instance.chip->interference.value_or(Interference{});
  device.begin();
  interfere(device, interference, 0);
  while (!device.done()) {
    const double now = device.next_event();
    if (now == kNever) {
      throw std::logic_error("the controller of policy " + plan.share->policy + " leaves kernels waiting for ever");
    }
    device.advance(now);
    interfere(device, interference, now);
  }
  Timeline timeline = recorder.timeline(instance, plan, device.end());
  timeline.residencies = in_order(device.compute().take_residencies());
  return timeline;
}

}  // namespace warpshop::evaluate
