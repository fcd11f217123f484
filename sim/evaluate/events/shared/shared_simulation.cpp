#include "sim/evaluate/events/shared/shared_simulation.hpp"

#include <stdexcept>
#include <vector>

#include "sim/evaluate/events/device_simulation.hpp"
#include "sim/evaluate/events/interval_recorder.hpp"
#include "sim/evaluate/events/shared/interfering.hpp"
#include "sim/evaluate/events/shared/staggered.hpp"
#include "sim/evaluate/events/shared/waves.hpp"

namespace warpshop::evaluate {
namespace {

template <class Recorder, class Compute>
using SharedDevice = DeviceSimulation<Recorder, Speeds::shared, Compute>;

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
