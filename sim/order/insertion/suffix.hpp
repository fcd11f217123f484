#pragma once

#include <limits>

#include "sim/evaluate/closed_form/places.hpp"
#include "sim/evaluate/copy_engines.hpp"
#include "sim/order/insertion/paths.hpp"

namespace warpshop::order {

/// What the tasks from a position of an order on take at the least: paths to its end, the tails of Taillard's
/// acceleration of NEH (1990), with copies as fast as nothing opposes them, and sums. In milliseconds.
template <bool Latencies>
struct Suffix;

template <>
struct Suffix<true> {
  Paths<double> paths;  ///< paths.d2h: the sum of all D2Hs
  double h2d_payload = 0, h2d_latency = 0;
  double d2h_payload = 0;

  static Suffix of_last(const evaluate::Stages& task, const evaluate::DuplexRates& rates) {
    return Suffix().preceded_by(task, rates);
  }
  /// This suffix with `task` before it.
  Suffix preceded_by(const evaluate::Stages& task, const evaluate::DuplexRates& /*rates*/) const {
    return {paths.preceded_by(task.h2d(), task.kernel, task.d2h()), h2d_payload + task.h2d_payload,
            h2d_latency + task.h2d_latency, d2h_payload + task.d2h_payload};
  }
};

template <>
struct Suffix<false> {
  Paths<double> paths;  ///< paths.d2h: the sum of all D2Hs
  /// When, at the latest, the D2Hs before the order's last one have ended: paths to there, on the clock of H2D work
  /// (see evaluate::Prefix<false>) as if that never ran out. On it a D2H of payload d takes d rh / rd, and a kernel of
  /// k sees no more work than k. Of the last task: none.
  Paths<double> late_d2h;
  double h2d_payload = 0;
  double d2h_payload = 0;  ///< paths.d2h again, as with latencies it is not

  static Suffix of_last(const evaluate::Stages& task, const evaluate::DuplexRates& rates) {
    Suffix last = Suffix().preceded_by(task, rates);
    last.late_d2h = {-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 0};
    return last;
  }
  /// This suffix, which is not empty, with `task` before it.
  Suffix preceded_by(const evaluate::Stages& task, const evaluate::DuplexRates& rates) const {
    const Paths<double> longer = paths.preceded_by(task.h2d_payload, task.kernel, task.d2h_payload);
    return {longer, late_d2h.preceded_by(task.h2d_payload, task.kernel, task.d2h_payload * rates.work_per_d2h),
            h2d_payload + task.h2d_payload, longer.d2h};
  }
};

}  // namespace warpshop::order
