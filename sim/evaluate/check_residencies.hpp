#pragma once

#include <stdexcept>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// Holds what kernels held of the SMs against what any way of sharing has to keep, in a timeline of one device whose
/// intervals have been checked:
///   what a kernel holds lies on SMs that there are, and within its interval;
///   its subtasks are done, all of them and none twice, within 1e-6;
///   at no time do the CTAs on an SM take more than the SM has.
/// Throws ImpossibleTimeline at the first of these that is broken. O(residencies · SMs).
void check_residencies(const Instance& instance, const Plan& plan, const Timeline& timeline, Millis tolerance);

/// An engine answered what cannot be. what() names the command, by task's position, and the rule.
class ImpossibleTimeline : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace warpshop::evaluate
