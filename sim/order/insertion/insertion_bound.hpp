#pragma once

#include <algorithm>

#include "sim/evaluate/closed_form/partial_schedule.hpp"
#include "sim/evaluate/closed_form/stages.hpp"

namespace warpshop::order {

/// What the tasks from a position of a sequence on take at the least, with copies as fast as if nothing opposed them;
/// in milliseconds.
struct SequenceTail {
  evaluate::Tails paths;  ///< to the end of the sequence; paths.d2h: the sum of all D2Hs
  double h2d_payload = 0, h2d_latency = 0;
  double d2h_payload = 0;

  /// This tail with `task` before it.
  SequenceTail preceded_by(const evaluate::Stages& task) const {
    return {paths.preceded_by(task.h2d(), task.kernel, task.d2h()), h2d_payload + task.h2d_payload,
            h2d_latency + task.h2d_latency, d2h_payload + task.d2h_payload};
  }
};

/// What an order costs at the least of which the first tasks are scheduled, for instances of the closed form without
/// missing stages; O(1). In milliseconds. With SH, SD the payloads that have yet to move, LH the H2D latencies of the
/// tasks behind, c = (1 - rh) / rd, and t the end of the schedule's last H2D, the largest of these (why:
/// docs/model.md):
///   - by paths: from the ends of the last H2D, kernel and D2H through the tail;
///   - by the copies: t + SH + LH + c (SD - LH) + (1 - c) b, the tail b no less than the kernel and D2H of the last
///   task.
class InsertionBound {
 public:
  InsertionBound() = default;
  /// The payloads of the whole order, and its last task. Requires evaluate::couples(rates).
  InsertionBound(const evaluate::DuplexRates& rates, double h2d_payload, double d2h_payload,
                 const evaluate::Stages& last)
      : work_per_d2h_(rates.work_per_d2h),
        coupling_(rates.offset_per_d2h),
        unit_(std::min(1.0, rates.d2h_per_work)),
        per_work_left_((1 - coupling_) * unit_),
        tail_(last.kernel + last.d2h()),
        least_(h2d_payload + coupling_ * d2h_payload + (1 - coupling_) * tail_),
        without_work_left_(h2d_payload + coupling_ * d2h_payload - per_work_left_ * h2d_payload) {}

  /// h2d_end, kernel_end: of the last of the tasks that are scheduled; d2h_end: when the D2Hs before its own have
  /// ended, at the earliest; d2h: its own.
  static double by_paths(double h2d_end, double kernel_end, double d2h_end, double d2h, const evaluate::Tails& tail) {
    const double by_d2h = evaluate::larger(kernel_end, d2h_end) + (tail.d2h + d2h);
    return evaluate::larger(evaluate::larger(kernel_end + tail.kernel, by_d2h), h2d_end + tail.h2d);
  }

  /// Without latencies. What t and SD are does not matter here: H2D work goes on from the start, so t + SH + c SD is
  /// that of the whole. d2h_work: end of the last D2H before the tail, on the clock of H2D work; tail_d2h: payload.
  double by_copies(double d2h_work, double tail_d2h) const {
    return evaluate::larger(without_work_left_ + (d2h_work + tail_d2h * work_per_d2h_) * per_work_left_, least_);
  }
  /// With latencies; queued: D2H payload of all tasks of the order behind the head of the schedule.
  double by_copies(const evaluate::PartialSchedule<true>& schedule, const SequenceTail& tail, double queued) const {
    const double payload = schedule.head_payload_left() + queued;
    const double work_left = payload * work_per_d2h_ + (tail.paths.d2h - tail.d2h_payload) - tail.h2d_payload;
    return schedule.h2d_end() + tail.h2d_payload + coupling_ * payload +
           (1 - coupling_) * (tail.h2d_latency + evaluate::larger(tail_, unit_ * work_left - tail.h2d_latency));
  }

 private:
  double work_per_d2h_ = 0;
  double coupling_ = 0;           ///< c
  double unit_ = 0;               ///< min(1, rd / rh)
  double per_work_left_ = 0;      ///< (1 - c) unit
  double tail_ = 0;               ///< kernel and D2H of the last task
  double least_ = 0;              ///< SH + c SD + (1 - c) tail
  double without_work_left_ = 0;  ///< SH + c SD - (1 - c) unit SH
};

}  // namespace warpshop::order
