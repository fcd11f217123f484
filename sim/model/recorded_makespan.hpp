#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "sim/model/units.hpp"

namespace warpshop {

/// By how much the steps of a recording, its jobs, are predicted to take longer or shorter than recorded: |error|, as a
/// part of what was recorded, from the first start of a step to its last end.
struct StepErrors {
  std::size_t steps = 0;  ///< ≥ 2: a single one is the whole
  double median = 0;
  double worst = 0;
};

/// How long a recording lasted, and what the model says of the very order that was recorded (recorded_order() in free
/// streams): a plan of the model whose cost is known.
struct RecordedMakespan {
  Millis recorded{0};   ///< ≥ 0: from the start of the recording to the end of its last command
  Millis predicted{0};  ///< makespan of the recorded order, ≥ 0
  std::optional<StepErrors> steps = {};

  /// predicted / recorded - 1; infinite where nothing was recorded to take any time, and yet is predicted to.
  double error() const {
    if (recorded > Millis{0}) {
      return predicted / recorded - 1;
    }
    return predicted > Millis{0} ? std::numeric_limits<double>::infinity() : 0;
  }
  /// Within 2 %, and so are the steps in the median. Else nothing that the model says of other orders is proven.
  bool is_close() const {
    constexpr double kClose = 0.02;
    return error() <= kClose && error() >= -kClose && (!steps || steps->median <= kClose);
  }
  /// Whether a plan of that makespan may be called the best: nothing that took less was recorded.
  bool admits_proof(Millis makespan) const { return is_close() && !clearly_less(recorded, makespan); }
};

}  // namespace warpshop
