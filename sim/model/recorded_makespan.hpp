#pragma once

#include <limits>

#include "sim/model/units.hpp"

namespace warpshop {

/// How long a recording lasted, and what the model says of the very order that was recorded (recorded_order() in free
/// streams): a plan of the model whose cost is known.
struct RecordedMakespan {
  Millis recorded{0};   ///< ≥ 0: from the start of the recording to the end of its last command
  Millis predicted{0};  ///< makespan of the recorded order, ≥ 0

  /// predicted / recorded - 1; infinite where nothing was recorded to take any time, and yet is predicted to.
  double error() const {
    if (recorded > Millis{0}) {
      return predicted / recorded - 1;
    }
    return predicted > Millis{0} ? std::numeric_limits<double>::infinity() : 0;
  }
  /// Within 2 %. Else nothing that the model says of other orders is proven.
  bool is_close() const {
    constexpr double kClose = 0.02;
    return error() <= kClose && error() >= -kClose;
  }
  /// Whether a plan of that makespan may be called the best: nothing that took less was recorded.
  bool admits_proof(Millis makespan) const { return is_close() && !clearly_less(recorded, makespan); }
};

}  // namespace warpshop
