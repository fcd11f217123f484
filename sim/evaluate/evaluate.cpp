#include "sim/evaluate/evaluate.hpp"

#include "sim/evaluate/event_simulation.hpp"

namespace warpshop::evaluate {

Millis Evaluator::makespan(std::span<const std::uint32_t> order) {
  return traits_.closed_form ? closed_form_makespan(instance_, traits_, order, scratch_)
                             : event_makespan(instance_, order, Submission::ordered);
}

Millis makespan(const Instance& instance, const Plan& plan) {
  const bool plain = plan.submission == Submission::ordered && plan.gates.empty() && plan.rounds.empty();
  return plain ? Evaluator(instance).makespan(plan.order) : event_makespan(instance, plan);
}

Timeline timeline(const Instance& instance, const Plan& plan) {
  return event_timeline(instance, plan);
}

}  // namespace warpshop::evaluate
