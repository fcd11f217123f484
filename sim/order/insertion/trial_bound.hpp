#pragma once

#include <algorithm>

#include "sim/evaluate/lower_bound.hpp"
#include "sim/evaluate/prefix.hpp"
#include "sim/order/insertion/suffix.hpp"

namespace warpshop::order {

using evaluate::kRounding;

/// What an order costs at the least of which a prefix has been simulated, for instances of the closed form without
/// missing stages; O(1). In milliseconds.
///
/// By paths: the kernel and the H2D engine go on from where they are, through the suffix. By the copies, with the terms
/// of evaluate::coupled_copies(): from the end of the prefix's last H2D at t on,
///   T ≥ t + SH + LH + c (SD - LH) + (1 - c) b,
/// LH the H2D latencies, during which alone D2H payload moves by itself while the H2D engine still has work; the tail b
/// is no less than the kernel and D2H of the last task, nor than what D2H work is left when the last H2D ends, which
/// counts on the clock of H2D work (see evaluate::Prefix<false>) at no more than min(1, rd / rh) of time each.
class TrialBound {
 public:
  /// all: the suffix that is the whole order; requires evaluate::couples(rates).
  TrialBound(const evaluate::DuplexRates& rates, const Suffix& all)
      : rates_(rates),
        coupling_((1 - rates.h2d) / rates.d2h),
        unit_(std::min(1.0, rates.d2h_per_work)),
        h2d_payload_(all.h2d_payload),
        d2h_payload_(all.d2h_payload) {}

  /// size() > 0. h2d_end: of the prefix; appended: its last task; last: that of the whole order; queued: D2H payload of
  /// all tasks of the order behind the head of the prefix.
  template <bool Latencies>
  double operator()(const evaluate::Prefix<Latencies>& prefix, double h2d_end, const evaluate::Stages& appended,
                    const evaluate::Stages& last, const Suffix& suffix, double queued) const {
    const double by_kernel = prefix.kernel_end() + larger(suffix.kernel, appended.d2h() + suffix.d2h);
    const double by_h2d = h2d_end + suffix.h2d;
    const double tail = last.kernel + last.d2h();
    return larger(larger(by_kernel, by_h2d), by_copies(prefix, h2d_end, tail, suffix, queued));
  }

 private:
  static double larger(double a, double b) { return a > b ? a : b; }

  /// What t and SD are does not matter here: H2D work goes on from the start, so t + SH + c SD is that of the whole.
  double by_copies(const evaluate::Prefix<false>& prefix, double /*h2d_end*/, double tail, const Suffix& suffix,
                   double /*queued*/) const {
    const double work_left = prefix.d2h_end_work() + suffix.d2h_payload * rates_.work_per_d2h - h2d_payload_;
    return h2d_payload_ + coupling_ * d2h_payload_ + (1 - coupling_) * larger(tail, unit_ * work_left);
  }
  double by_copies(const evaluate::Prefix<true>& prefix, double h2d_end, double tail, const Suffix& suffix,
                   double queued) const {
    const double payload = prefix.head_payload_left() + queued;
    const double work_left = payload * rates_.work_per_d2h + (suffix.d2h - suffix.d2h_payload) - suffix.h2d_payload;
    return h2d_end + suffix.h2d_payload + coupling_ * payload +
           (1 - coupling_) * (suffix.h2d_latency + larger(tail, unit_ * work_left - suffix.h2d_latency));
  }

  evaluate::DuplexRates rates_;
  double coupling_;  ///< c
  double unit_;
  double h2d_payload_, d2h_payload_;
};

}  // namespace warpshop::order
