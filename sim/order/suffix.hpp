#pragma once

#include "sim/model/instance.hpp"

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

  /// This suffix with `job` before it.
  Suffix behind(const Job& job) const {
    const auto larger = [](double a, double b) { return a > b ? a : b; };
    Suffix longer;
    longer.d2h = job.copies[1].latency.count() + job.copies[1].payload.count() + d2h;
    longer.kernel = job.kernel.count() + larger(kernel, longer.d2h);
    longer.h2d = job.copies[0].latency.count() + job.copies[0].payload.count() + larger(h2d, longer.kernel);
    longer.h2d_payload = h2d_payload + job.copies[0].payload.count();
    longer.h2d_latency = h2d_latency + job.copies[0].latency.count();
    longer.d2h_payload = d2h_payload + job.copies[1].payload.count();
    return longer;
  }
};

}  // namespace warpshop::order
