#include "sim/evaluate/evaluate.hpp"

#include <utility>

#include "sim/evaluate/events/event_simulation.hpp"
#include "sim/evaluate/events/shared/shared_simulation.hpp"
#include "sim/evaluate/rounds.hpp"

namespace warpshop::evaluate {

Millis Evaluator::cost(std::span<const std::uint32_t> order, SlotGates gates) {
  if (closed_form_) {
    return closed_form_makespan(instance_, traits_, order, scratch_, gates);
  }
  Waits waits;
  const std::vector<std::uint32_t> rounds = rounds_of(instance_, order);
  waits.rounds = rounds;
  const std::vector<Gate> shut = plan_gates(instance_, order, rounds, gates);
  waits.gates = shut;
  return event_cost(instance_, order, waits, objective_);
}

Plan plan_of(const Instance& instance, Order order) {
  Plan plan{.order = std::move(order)};
  plan.rounds = rounds_of(instance, plan.order);
  return plan;
}

std::vector<Millis> ends(const Instance& instance, std::span<const std::uint32_t> order) {
  Waits waits;
  const std::vector<std::uint32_t> rounds = rounds_of(instance, order);
  waits.rounds = rounds;
  return event_ends(instance, order, waits);
}

Millis cost(const Instance& instance, const Plan& plan, Objective objective) {
  return objective == Objective::makespan ? makespan(instance, plan)
                                          : cost(instance, timeline(instance, plan), objective);
}

Millis makespan(const Instance& instance, const Plan& plan) {
  if (plan.share) {
    return shared_makespan(instance, plan);
  }
  const Traits traits = traits_of(instance);
  if (!plan.gates.empty() || !closed_form_applies(traits, Objective::makespan, plan)) {
    return event_makespan(instance, plan);
  }
  ClosedFormScratch scratch;
  return closed_form_makespan(instance, traits, plan.order, scratch);
}

Timeline timeline(const Instance& instance, const Plan& plan) {
  return plan.share ? shared_timeline(instance, plan) : event_timeline(instance, plan);
}

}  // namespace warpshop::evaluate
