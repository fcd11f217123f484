#include "sim/replay/replay.hpp"

#include "sim/replay/device_replay.hpp"
#include "sim/replay/platform.hpp"

namespace warpshop::replay {
namespace {

Millis run(const Instance& instance, const Plan& plan, evaluate::IntervalRecorder* recorder) {
  DeviceReplay replay(Platform::of(instance.rates), instance, plan, recorder);
  replay.begin();
  Platform::run();
  return replay.end();
}

}  // namespace

void prepare(const Rates& rates) {
  Platform::of(rates);
}

Millis makespan(const Instance& instance, const Plan& plan) {
  return run(instance, plan, nullptr);
}

Timeline simulate(const Instance& instance, const Plan& plan) {
  evaluate::IntervalRecorder recorder(plan.order.size());
  const Millis makespan = run(instance, plan, &recorder);
  return recorder.timeline(instance, plan, makespan);
}

}  // namespace warpshop::replay
