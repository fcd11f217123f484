#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/evaluate/closed_form/closed_form.hpp"
#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/slot_gates.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// What many orders of one instance cost, in ordered submission and in rounds_of() where memory is short: the inner
/// loop of every search. The closed form where it applies, the event simulation elsewhere. One evaluator a thread: it
/// owns the scratch memory.
class Evaluator {
 public:
  /// Keeps a reference: the instance outlives the evaluator.
  explicit Evaluator(const Instance& instance, Objective objective = Objective::makespan)
      : instance_(instance),
        objective_(objective),
        traits_(traits_of(instance)),
        closed_form_(traits_.closed_form && objective == Objective::makespan) {}

  /// Of the jobs of `order`, with gates: each at most once, not necessarily all of them; those that others of them come
  /// after stand before them.
  Millis cost(std::span<const std::uint32_t> order, SlotGates gates = {});

  const Instance& instance() const { return instance_; }
  const Traits& traits() const { return traits_; }

 private:
  const Instance& instance_;
  Objective objective_;
  Traits traits_;
  bool closed_form_;
  ClosedFormScratch scratch_;
};

/// The plan of an order: in rounds_of() where memory is short.
Plan plan_of(const Instance& instance, Order order);

/// When each task has ended, by its place in `order`, in ordered submission and in rounds_of() where memory is short.
/// `order` as for Evaluator::cost().
std::vector<Millis> ends(const Instance& instance, std::span<const std::uint32_t> order);

/// What a plan costs in its own submission, by the exact fluid model of S5 eq. 3.1: see cost.hpp.
Millis cost(const Instance& instance, const Plan& plan, Objective objective);

/// Makespan of a plan in its own submission: the exact fluid model of S5 eq. 3.1.
Millis makespan(const Instance& instance, const Plan& plan);

/// The same with every interval, by the event simulation.
Timeline timeline(const Instance& instance, const Plan& plan);

}  // namespace warpshop::evaluate
