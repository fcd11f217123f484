#pragma once

#include <algorithm>

#include "sim/evaluate/lower_bound.hpp"
#include "sim/evaluate/prefix.hpp"
#include "sim/model/instance.hpp"
#include "sim/order/suffix.hpp"

namespace warpshop::order {

/// Bounds and makespans are sums of the same numbers in different orders; their rounding errors stay well below this.
inline constexpr double kRounding = 1e-12;

/// What an order costs at the least of which a prefix has been simulated, for instances of the closed form without
/// missing stages; O(1). In milliseconds.
///
/// By paths: the kernel and the H2D engine go on from where they are, through the suffix. By the copies, with the terms
/// of evaluate::coupled_copies(): from the end of the prefix's last H2D at t on,
///   T ≥ t + SH + LH + c (SD - LH) + (1 - c) b,
/// LH the H2D latencies, during which alone D2H payload moves by itself while the H2D engine still has work; the tail b
/// is no less than the kernel and D2H of the last task, nor than what D2H work is left when the last H2D ends, which
/// counts on the clock of H2D work (see CopyEngines) at no more than min(1, rd / rh) of time each.
class TrialBound {
 public:
  /// all: the suffix that is the whole order; requires evaluate::couples(rates).
  TrialBound(const evaluate::DuplexRates& rates, const Suffix& all)
      : rates_(rates),
        coupling_((1 - rates.h2d) / rates.d2h),
        unit_(std::min(1.0, rates.d2h_per_work)),
        h2d_payload_(all.h2d_payload),
        d2h_payload_(all.d2h_payload) {}

  /// size() > 0. appended: the last task of the prefix; last: that of the whole order.
  template <bool Latencies>
  double operator()(const evaluate::Prefix<Latencies>& prefix, const Job& appended, const Job& last,
                    const Suffix& suffix) const {
    const double h2d_end = prefix.h2d_end();
    const double by_kernel =
        prefix.kernel_end() + larger(suffix.kernel, appended.alone(Stage::d2h).count() + suffix.d2h);
    const double by_h2d = h2d_end + suffix.h2d;
    const double tail = (last.kernel + last.alone(Stage::d2h)).count();
    return larger(larger(by_kernel, by_h2d), by_copies(prefix, h2d_end, tail, suffix));
  }

 private:
  static double larger(double a, double b) { return a > b ? a : b; }

  /// What t and SD are does not matter here: H2D work goes on from the start, so t + SH + c SD is that of the whole.
  double by_copies(const evaluate::Prefix<false>& prefix, double /*h2d_end*/, double tail, const Suffix& suffix) const {
    const double work_left = prefix.d2h_end_work() + suffix.d2h_payload * rates_.work_per_d2h - h2d_payload_;
    return h2d_payload_ + coupling_ * d2h_payload_ + (1 - coupling_) * larger(tail, unit_ * work_left);
  }
  double by_copies(const evaluate::Prefix<true>& prefix, double h2d_end, double tail, const Suffix& suffix) const {
    const double payload = d2h_payload_ - prefix.d2h_payload_moved();
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
