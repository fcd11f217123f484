#pragma once

#include <limits>

#include "sim/evaluate/copy_engines.hpp"
#include "sim/evaluate/places.hpp"

namespace warpshop::order {

/// When, at the latest, the D2Hs before an order's last one have ended, by the tasks from a position of that order on;
/// without latencies, on the clock of H2D work (see evaluate::Prefix<false>) as if that never ran out. On it a D2H of
/// payload d takes d rh / rd, and a kernel of k sees no more work than k. Longest paths, in milliseconds:
struct LateD2h {
  static constexpr double kNone = -std::numeric_limits<double>::infinity();

  double h2d = kNone;     ///< from the end of the last H2D before the position
  double kernel = kNone;  ///< from the end of the last kernel before it
  double d2h = kNone;     ///< from the end of the last D2H before it

  /// At the position of the last task.
  static LateD2h at_the_last() { return {kNone, kNone, 0}; }
  /// One position before.
  LateD2h behind(const evaluate::Stages& task, const evaluate::DuplexRates& rates) const {
    LateD2h earlier;
    earlier.d2h = task.d2h_payload * rates.work_per_d2h + d2h;
    earlier.kernel = task.kernel + evaluate::larger(kernel, earlier.d2h);
    earlier.h2d = task.h2d_payload + evaluate::larger(h2d, earlier.kernel);
    return earlier;
  }
};

}  // namespace warpshop::order
