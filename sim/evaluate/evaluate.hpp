#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/evaluate/closed_form.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// Makespans of many orders of one instance, in ordered submission: the inner loop of every search. The closed form
/// where it applies, the event simulation elsewhere. One evaluator a thread: it owns the scratch memory.
class Evaluator {
 public:
  /// Keeps a reference: the instance outlives the evaluator.
  explicit Evaluator(const Instance& instance) : instance_(instance), traits_(traits_of(instance)) {}

  /// Makespan of the jobs of `order`: each at most once, not necessarily all of them.
  Millis makespan(std::span<const std::uint32_t> order);

  const Instance& instance() const { return instance_; }
  const Traits& traits() const { return traits_; }

 private:
  const Instance& instance_;
  Traits traits_;
  std::vector<Place> scratch_;
};

/// Makespan of a plan in its own submission: the exact fluid model of S5 eq. 3.1.
Millis makespan(const Instance& instance, const Plan& plan);

/// The same with every interval, by the event simulation.
Timeline timeline(const Instance& instance, const Plan& plan);

}  // namespace warpshop::evaluate
