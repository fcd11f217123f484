#pragma once

#include <algorithm>

#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/closed_form/prefix.hpp"
#include "sim/order/insertion/paths.hpp"
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
/// of time. Of w, d is the last task's and w - d no more than some y (see Suffix<false>::late_d2h), and R ≥ max(k, w -
/// d) + d, so
///   T ≥ SH + c (SD - d - min(y, k)) + k + d,
/// which is more than the above where the D2H engine has to wait for the last kernel.
class TrialBound {
 public:
  TrialBound() = default;
  /// The payloads of the whole order, and its last task. Requires evaluate::couples(rates).
  TrialBound(const evaluate::DuplexRates& rates, double h2d_payload, double d2h_payload, const evaluate::Stages& last)
      : work_per_d2h_(rates.work_per_d2h),
        coupling_(rates.offset_per_d2h),
        unit_(std::min(1.0, rates.d2h_per_work)),
        per_work_left_((1 - coupling_) * unit_),
        per_late_work_(coupling_ * rates.d2h_per_work),
        tail_(last.kernel + last.d2h()),
        least_(h2d_payload + coupling_ * d2h_payload + (1 - coupling_) * tail_),
        without_work_left_(h2d_payload + coupling_ * d2h_payload - per_work_left_ * h2d_payload),
        most_(least_ + coupling_ * last.kernel),
        without_late_work_(most_ + per_late_work_ * h2d_payload) {}

  /// Of a prefix that is not empty. h2d_end: of its last H2D; d2h_end: when the D2Hs before its last one have ended, at
  /// the earliest (0: not known); appended: its last task; queued: with latencies the D2H payload of all tasks of the
  /// order behind the prefix's head.
  template <bool Latencies>
  double operator()(const evaluate::Prefix<Latencies>& prefix, double h2d_end, double d2h_end,
                    const evaluate::Stages& appended, const Suffix<Latencies>& suffix, double queued) const {
    const double path = by_paths(h2d_end, prefix.kernel_end(), d2h_end, appended.d2h(), suffix.paths);
    if constexpr (Latencies) {
      return larger(path, by_copies(prefix, suffix, queued));
    } else {
      return larger(path, by_copies(prefix.ends().d2h_work, suffix.paths.d2h));
    }
  }

  /// By paths, from the ends of the prefix's last H2D and kernel on; appended: the D2H of its last task; d2h_end: when
  /// the D2Hs before that have ended, at the earliest (0: not known).
  template <class Number>
  static Number by_paths(const Number& h2d_end, const Number& kernel_end, const Number& d2h_end, double appended,
                         const Paths<Number>& suffix) {
    const Number by_kernel = kernel_end + suffix.kernel;
    const Number by_d2h = larger(kernel_end, d2h_end) + (suffix.d2h + appended);
    return larger(larger(by_kernel, by_d2h), h2d_end + suffix.h2d);
  }

  /// By the copies alone, without latencies. What t and SD are does not matter here: H2D work goes on from the start,
  /// so t + SH + c SD is that of the whole. d2h_end: of the last D2H before the suffix, on the clock of H2D work;
  /// suffix_d2h: payload.
  template <class Number>
  Number by_copies(const Number& d2h_end, const Number& suffix_d2h) const {
    return larger(Number(without_work_left_) + (d2h_end + suffix_d2h * work_per_d2h_) * per_work_left_, Number(least_));
  }
  /// With latencies; queued: D2H payload of all tasks of the order behind the head of the prefix.
  double by_copies(const evaluate::Prefix<true>& prefix, const Suffix<true>& suffix, double queued) const {
    const double payload = prefix.head_payload_left() + queued;
    const double work_left = payload * work_per_d2h_ + (suffix.paths.d2h - suffix.d2h_payload) - suffix.h2d_payload;
    return prefix.h2d_end() + suffix.h2d_payload + coupling_ * payload +
           (1 - coupling_) * (suffix.h2d_latency + larger(tail_, unit_ * work_left - suffix.h2d_latency));
  }

  /// By the copies and the last kernel, without latencies; the prefix ends before the last task. h2d_work: its H2D
  /// payload; d2h_start, d2h_end: of its last D2H, on the clock of H2D work.
  template <class Number>
  Number by_last_kernel(const Number& h2d_work, const Number& d2h_start, const Number& d2h_end,
                        const Paths<Number>& late_d2h) const {
    // The last kernel has ended when its D2H starts; y = rd / rh (late - SH), but not below 0.
    const Number late = larger(larger(d2h_end + late_d2h.d2h, d2h_start + late_d2h.kernel), h2d_work + late_d2h.h2d);
    return larger(smaller(Number(without_late_work_) - late * per_late_work_, Number(most_)), Number(least_));
  }

 private:
  double work_per_d2h_ = 0;
  double coupling_ = 0;           ///< c
  double unit_ = 0;               ///< min(1, rd / rh)
  double per_work_left_ = 0;      ///< (1 - c) unit
  double per_late_work_ = 0;      ///< c rd / rh
  double tail_ = 0;               ///< kernel and D2H of the last task
  double least_ = 0;              ///< SH + c SD + (1 - c) tail
  double without_work_left_ = 0;  ///< SH + c SD - (1 - c) unit SH
  double most_ = 0;               ///< SH + c (SD - d) + k + d, which is least_ + c k
  double without_late_work_ = 0;  ///< most_ + c rd / rh SH
};

}  // namespace warpshop::order
