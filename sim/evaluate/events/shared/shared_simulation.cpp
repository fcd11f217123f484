#include "sim/evaluate/events/shared/shared_simulation.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "sim/evaluate/events/device_simulation.hpp"
#include "sim/evaluate/events/interval_recorder.hpp"
#include "sim/evaluate/events/shared/staggered.hpp"
#include "sim/evaluate/events/shared/waves.hpp"
#include "sim/evaluate/rates/copy_rates.hpp"

namespace warpshop::evaluate {
namespace {

template <class Recorder, class Compute>
using SharedDevice = DeviceSimulation<Recorder, Speeds::shared, Compute>;

/// Copies and kernels that run tell each other so, where that has changed.
template <class Device>
class Interfering {
 public:
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

template <class Device>
void run(Device& device, const Instance& instance, const Plan& plan) {
  Interfering interfering(device, instance);
  const auto decide = [&](double now) {
    do {
      interfering.tell(now);
    } while (device.settle());
  };
  device.begin();
  decide(0);
  while (!device.done()) {
    const double now = device.next_event();
    if (now == kNever) {
      throw std::logic_error("the controller of policy " + plan.share->policy + " leaves kernels waiting for ever");
    }
    device.advance(now);
    decide(now);
  }
}

template <class Compute>
Timeline timeline_of(const Instance& instance, const Plan& plan) {
  IntervalRecorder recorder(plan.order.size());
  SharedDevice<IntervalRecorder, Compute> device(instance, plan.order, plan.submission, Waits(plan), recorder,
                                                 *plan.share, true);
  run(device, instance, plan);
  Timeline timeline = recorder.timeline(instance, plan, device.end());
  timeline.residencies = in_order(device.compute().take_residencies());
  return timeline;
}

template <class Compute>
Millis makespan_of(const Instance& instance, const Plan& plan) {
  NoRecorder recorder;
  SharedDevice<NoRecorder, Compute> device(instance, plan.order, plan.submission, Waits(plan), recorder, *plan.share,
                                           false);
  run(device, instance, plan);
  return device.end();
}

}  // namespace

Timeline staggered_timeline(const Instance& instance, const Plan& plan) {
  return timeline_of<Staggered>(instance, plan);
}

Timeline wave_timeline(const Instance& instance, const Plan& plan) {
  return timeline_of<Waves>(instance, plan);
}

Timeline shared_timeline(const Instance& instance, const Plan& plan) {
  return goes_in_waves(plan) ? wave_timeline(instance, plan) : staggered_timeline(instance, plan);
}

Millis shared_makespan(const Instance& instance, const Plan& plan) {
  return goes_in_waves(plan) ? makespan_of<Waves>(instance, plan) : makespan_of<Staggered>(instance, plan);
}

}  // namespace warpshop::evaluate
