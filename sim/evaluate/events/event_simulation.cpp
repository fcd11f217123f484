#include "sim/evaluate/events/event_simulation.hpp"

#include <utility>

#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/events/device_simulation.hpp"
#include "sim/evaluate/events/interval_recorder.hpp"

namespace warpshop::evaluate {
namespace {

/// Keeps when each task has ended.
struct CompletionRecorder {
  explicit CompletionRecorder(std::size_t slots) : ends(slots) {}
  void start(Stage, std::uint32_t, double) {}
  void end(Stage, std::uint32_t slot, double time) { ends[slot] = Millis{time}; }

  std::vector<Millis> ends;  ///< by slot
};

template <class Recorder>
Millis simulate(const Instance& instance, std::span<const std::uint32_t> order, Submission submission,
                const Waits& waits, Recorder& recorder) {
  DeviceSimulation<Recorder> simulation(instance, order, submission, waits, recorder);
  simulation.begin();
  while (!simulation.done()) {
    simulation.advance(simulation.next_event());
  }
  return simulation.end();
}

}  // namespace

Millis event_makespan(const Instance& instance, const Plan& plan) {
  NoRecorder recorder;
  return simulate(instance, plan.order, plan.submission, Waits(plan), recorder);
}

Millis event_cost(const Instance& instance, std::span<const std::uint32_t> order, const Waits& waits,
                  Objective objective) {
  if (objective == Objective::makespan) {
    NoRecorder recorder;
    return simulate(instance, order, Submission::ordered, waits, recorder);
  }
  Costs costs(instance, objective);
  const std::vector<Millis> ends = event_ends(instance, order, waits);
  for (std::uint32_t slot = 0; slot < order.size(); ++slot) {
    costs.add(order[slot], ends[slot]);
  }
  return costs.total();
}

std::vector<Millis> event_ends(const Instance& instance, std::span<const std::uint32_t> order, const Waits& waits) {
  CompletionRecorder completions(order.size());
  simulate(instance, order, Submission::ordered, waits, completions);
  return std::move(completions.ends);
}

Timeline event_timeline(const Instance& instance, const Plan& plan) {
  IntervalRecorder recorder(plan.order.size());
  const Millis makespan = simulate(instance, plan.order, plan.submission, Waits(plan), recorder);
  return recorder.timeline(instance, plan, makespan);
}

}  // namespace warpshop::evaluate
