#pragma once

#include "sim/evaluate/events/readiness.hpp"
#include "sim/model/units.hpp"

namespace warpshop::evaluate {

/// The one rule of ties: what happens at times that are tied() with the first of it happens at one instant; nothing is
/// decided, and no kernel's speed set, before it is over. So who comes first of those that become ready at an instant
/// follows from the plan's order alone, whatever is told first, and wherever a clock is rounded. Times in milliseconds.
class Instant {
 public:
  /// Something has happened.
  void happened(double now) {
    if (!open_) {
      open_ = true;
      first_ = now;
    }
  }
  /// Whether something has happened since the last time that this was so, and what does next, at `next`, is later.
  bool is_over(double next) {
    if (!open_ || (next < kNever && tied(first_, next))) {
      return false;
    }
    open_ = false;
    return true;
  }

 private:
  double first_ = 0;
  bool open_ = false;
};

}  // namespace warpshop::evaluate
