#pragma once

#include "sim/evaluate/copy_engines.hpp"
#include "sim/evaluate/places.hpp"

namespace warpshop::order {

/// What the tasks from a position of an order on take at the least: the tails of Taillard's acceleration of NEH (1990),
/// with copies as fast as nothing opposes them, and sums. In milliseconds.
struct Suffix {
  double h2d = 0;     ///< from the start of its first H2D: the longest path to the end
  double kernel = 0;  ///< from the start of its first kernel
  double d2h = 0;     ///< from the start of its first D2H: their sum
  double h2d_payload = 0;
  double h2d_latency = 0;
  double d2h_payload = 0;

  /// This suffix with `task` before it.
  Suffix behind(const evaluate::Stages& task) const {
    Suffix longer;
    longer.d2h = task.d2h() + d2h;
    longer.kernel = task.kernel + evaluate::larger(kernel, longer.d2h);
    longer.h2d = task.h2d() + evaluate::larger(h2d, longer.kernel);
    longer.h2d_payload = h2d_payload + task.h2d_payload;
    longer.h2d_latency = h2d_latency + task.h2d_latency;
    longer.d2h_payload = d2h_payload + task.d2h_payload;
    return longer;
  }
};

}  // namespace warpshop::order
