#pragma once

#include <limits>

#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// Relative rates of two opposing payloads, and what follows from them.
struct DuplexRates {
  double h2d = 1;                   ///< speed of an H2D payload beside a D2H payload, relative to alone
  double d2h = 1;                   ///< and the reverse
  double delay = 1 / h2d - 1;       ///< time that a unit of H2D work loses beside a D2H
  double slowness = 1 / d2h;        ///< time of a unit of D2H payload beside an H2D
  double work_per_d2h = h2d / d2h;  ///< H2D work done beside a unit of D2H payload
  double d2h_per_work = d2h / h2d;
};

/// The two DMA engines of the closed form; times and work in milliseconds.
///
/// The clock is the H2D payload moved so far (`work`, as if alone). From an instant on at which no D2H payload moves
/// (idle_work, idle_time) one unit of work takes one unit of time, and 1 / h2d_rate of it once the D2H at the head of
/// its queue moves beside it, from start_work to end_work:
///   time = idle_time + (work - idle_work) + max(0, work - start_work) (1 / h2d_rate - 1).
/// A D2H of payload d is through when h2d_rate / d2h_rate · d more H2D work is done, so that when an H2D ends needs no
/// search. A latency moves no payload: it shifts the times, and an opposing payload moves alone during it.
template <bool Latencies>
class CopyEngines {
 public:
  static constexpr double kUnknown = std::numeric_limits<double>::infinity();

  explicit CopyEngines(const DuplexRates& rates) : rates_(rates) {}

  /// When the H2D work done so far had been done.
  double time() const { return idle_time_ + (work_ - idle_work_) + moved_beside() * rates_.delay; }

  /// The D2H of `job` is at the head, and ready at `ready`.
  void begin_d2h(const Job& job, double ready) {
    double start_time = ready > idle_time_ ? ready : idle_time_;
    if constexpr (Latencies) {
      start_time += job.copies[1].latency.count();
    }
    const double payload = job.copies[1].payload.count();
    start_work_ = idle_work_ + (start_time - idle_time_);
    end_work_ = start_work_ + payload * rates_.work_per_d2h;
    end_time_ = start_time + payload * rates_.slowness;
  }
  /// No D2H is known to become ready.
  void no_d2h() { start_work_ = end_work_ = kUnknown; }
  bool has_d2h() const { return start_work_ < kUnknown; }

  /// Moves an H2D to its end. next(): the D2H at the head has ended; call begin_d2h() or no_d2h().
  template <class Next>
  void move_h2d(const Copy& copy, const Next& next) {
    if constexpr (Latencies) {
      if (copy.latency > Millis{0}) {
        pass_latency(copy.latency.count(), next);
      }
    }
    work_ += copy.payload.count();
    while (end_work_ <= work_) {
      idle_time_ = end_time_;
      idle_work_ = end_work_;
      next();
    }
  }

  /// End of the D2H at the head if no more H2D work is done; it stays the head.
  double end_d2h_alone() const { return time() + wait() + d2h_payload_left(); }
  double d2h_payload_left() const { return (end_work_ - start_work_ - moved_beside()) * rates_.d2h_per_work; }
  /// The D2H at the head has ended at `time`, while no H2D payload moved.
  void end_d2h_at(double time) {
    idle_time_ = time;
    idle_work_ = work_;
  }

 private:
  // Minima and maxima of two variables, not of one and 0: they compile to one instruction without a branch.
  /// H2D work done while the D2H at the head moved beside it.
  double moved_beside() const { return work_ - (work_ < start_work_ ? work_ : start_work_); }
  /// How long the D2H at the head has yet to wait; in time and in work, since nothing moves beside the H2D until then.
  double wait() const { return (work_ > start_work_ ? work_ : start_work_) - work_; }

  template <class Next>
  void pass_latency(double latency, const Next& next) {
    for (;;) {
      const double waited = wait() < latency ? wait() : latency;
      const double moved_alone = latency - waited;
      const double end_work = end_work_ - (waited + moved_alone * rates_.work_per_d2h);
      const double now = time();
      if (end_work > work_) [[likely]] {
        start_work_ = (work_ > start_work_ ? work_ : start_work_) - waited;
        end_d2h_at(now + latency);
        end_work_ = end_work;
        end_time_ -= moved_alone * (rates_.slowness - 1);
        return;
      }
      end_d2h_at(end_d2h_alone());
      latency -= idle_time_ - now;
      next();
    }
  }

  DuplexRates rates_;
  double work_ = 0;
  double idle_work_ = 0, idle_time_ = 0;
  double start_work_ = kUnknown;
  double end_work_ = kUnknown, end_time_ = kUnknown;
};

}  // namespace warpshop::evaluate
