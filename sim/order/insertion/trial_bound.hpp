#pragma once

#include <algorithm>

#include "sim/evaluate/lower_bound.hpp"
#include "sim/evaluate/prefix.hpp"
#include "sim/order/insertion/late_d2h.hpp"
#include "sim/order/insertion/suffix.hpp"

namespace warpshop::order {

using evaluate::kRounding;
using evaluate::larger;
using evaluate::smaller;

/// What an order costs at the least of which a prefix has been simulated, for instances of the closed form without
/// missing stages; O(1). In milliseconds.
///
/// By paths: the kernel and the D2H engine go on from where they are, through the suffix, and so does the H2D engine.
/// By the copies, with the terms of evaluate::coupled_copies(): from the end of the prefix's last H2D at t on,
///   T ≥ t + SH + LH + c (SD - LH) + (1 - c) b,
/// LH the H2D latencies, during which alone D2H payload moves by itself while the H2D engine still has work; the tail b
/// is no less than the kernel and D2H of the last task, nor than what D2H work is left when the last H2D ends, which
/// counts on the clock of H2D work (see evaluate::Prefix<false>) at no more than min(1, rd / rh) of time each.
///
/// Without latencies T = SH + c (SD - w) + R, w the D2H payload that is left when the last H2D ends and R what is left
/// of time. Of w, d is the last task's and w - d no more than some y (see LateD2h), and R ≥ max(k, w - d) + d, so
///   T ≥ SH + c (SD - d - min(y, k)) + k + d,
/// which is more than the above where the D2H engine has to wait for the last kernel.
class TrialBound {
 public:
  /// all: the suffix that is the whole order; requires evaluate::couples(rates).
  TrialBound(const evaluate::DuplexRates& rates, const Suffix& all)
      : rates_(rates),
        coupling_((1 - rates.h2d) / rates.d2h),
        unit_(std::min(1.0, rates.d2h_per_work)),
        h2d_payload_(all.h2d_payload),
        d2h_payload_(all.d2h_payload) {}

  /// size() > 0. h2d_end: of the prefix; appended: its last task; d2h_end: when the D2Hs before its own have ended, at
  /// the earliest (0: not known); last: the last task of the whole order; queued: D2H payload of all tasks of the order
  /// behind the head of the prefix.
  template <bool Latencies>
  double operator()(const evaluate::Prefix<Latencies>& prefix, double h2d_end, const evaluate::Stages& appended,
                    double d2h_end, const evaluate::Stages& last, const Suffix& suffix, double queued) const {
    const double by_kernel = prefix.kernel_end() + suffix.kernel;
    const double by_d2h = larger(prefix.kernel_end(), d2h_end) + appended.d2h() + suffix.d2h;
    const double by_h2d = h2d_end + suffix.h2d;
    return larger(larger(larger(by_kernel, by_d2h), by_h2d), by_copies(prefix, h2d_end, last, suffix, queued));
  }

  /// By the copies alone. What t and SD are does not matter here: H2D work goes on from the start, so t + SH + c SD is
  /// that of the whole.
  double by_copies(const evaluate::Prefix<false>& prefix, double /*h2d_end*/, const evaluate::Stages& last,
                   const Suffix& suffix, double /*queued*/) const {
    return by_copies(prefix.d2h_end_work(), last, suffix);
  }
  /// d2h_end: of the last D2H before the suffix, on the clock of H2D work.
  double by_copies(double d2h_end, const evaluate::Stages& last, const Suffix& suffix) const {
    const double tail = last.kernel + last.d2h();
    const double work_left = d2h_end + suffix.d2h_payload * rates_.work_per_d2h - h2d_payload_;
    return h2d_payload_ + coupling_ * d2h_payload_ + (1 - coupling_) * larger(tail, unit_ * work_left);
  }
  double by_copies(const evaluate::Prefix<true>& prefix, double h2d_end, const evaluate::Stages& last,
                   const Suffix& suffix, double queued) const {
    const double tail = last.kernel + last.d2h();
    const double payload = prefix.head_payload_left() + queued;
    const double work_left = payload * rates_.work_per_d2h + (suffix.d2h - suffix.d2h_payload) - suffix.h2d_payload;
    return h2d_end + suffix.h2d_payload + coupling_ * payload +
           (1 - coupling_) * (suffix.h2d_latency + larger(tail, unit_ * work_left - suffix.h2d_latency));
  }

  /// By the copies and the last kernel. suffix: not empty.
  double by_last_kernel(const evaluate::Prefix<false>& prefix, const evaluate::Stages& appended,
                        const evaluate::Stages& last, const LateD2h& suffix) const {
    const double d2h_end = prefix.d2h_end_work();
    // No earlier than the kernel's end.
    const double d2h_start = d2h_end - appended.d2h_payload * rates_.work_per_d2h;
    const double late = larger(larger(d2h_end + suffix.d2h, d2h_start + suffix.kernel), prefix.h2d_work() + suffix.h2d);
    // SH + c (SD - d) + k + d - c min(y, k), y = rd / rh (late - SH), but not below 0; a comparison with 0 would become
    // a branch.
    const double most = h2d_payload_ + coupling_ * (d2h_payload_ - last.d2h_payload) + last.kernel + last.d2h_payload;
    const double per_work = coupling_ * rates_.d2h_per_work;
    return larger(smaller(most + per_work * h2d_payload_ - per_work * late, most), most - coupling_ * last.kernel);
  }

 private:
  evaluate::DuplexRates rates_;
  double coupling_;  ///< c
  double unit_;
  double h2d_payload_, d2h_payload_;
};

}  // namespace warpshop::order
