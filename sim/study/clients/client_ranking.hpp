#pragma once

#include "sim/model/client_comparison.hpp"

namespace warpshop::study {

/// When a goal counts as kept by those who compare.
struct GoalTest {
  /// Where it is kept for sure. Else, in runs that are too short for that, by the figure itself.
  bool of_intervals = true;
  double margin = 0;  ///< a latency has to be within it by so much more of itself; below 0: by less
};

/// Whether one way of sharing ranks before another: it keeps more goals; or as many, and misses the others by less (Σ
/// of how far each is off, relative to it; what is within a goal, but not sure, is not off); or leaves more for the
/// clients that have none (Σ of_alone; of all clients where every one has a goal).
bool is_better(const ClientsFigures& a, const ClientsFigures& b, const GoalTest& test = {});

/// What clients that have no goal get, Σ of_alone; of all clients where every one has a goal.
double left_for_rest(const ClientsFigures& figures);

}  // namespace warpshop::study
