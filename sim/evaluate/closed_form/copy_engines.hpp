#pragma once

#include <limits>

#include "sim/evaluate/duplex_rates.hpp"

namespace warpshop::evaluate {

/// The two DMA engines of the closed form as they are when an H2D has ended; a value, times and work in milliseconds.
///
/// H2D payload is counted as work, as if alone. Until the D2H at the head of its queue moves, a unit of work takes a
/// unit of time, and 1 / h2d_rate of it beside that D2H; a D2H of payload d is through when h2d_rate / d2h_rate · d
/// work is done beside it. So when it ends, and when an H2D does, needs no search. A latency moves no payload, and an
/// opposing payload moves alone during it.
template <bool Latencies>
class CopyEngines {
 public:
  static constexpr double kUnknown = std::numeric_limits<double>::infinity();

  double time() const { return time_; }

  /// A D2H is at the head, and ready at `ready`; it starts no earlier than time().
  void begin_d2h(double latency, double payload, double ready) {
    wait_ = larger(ready - time_, 0);
    if constexpr (Latencies) {
      wait_ += latency;
    }
    left_ = payload;
  }
  /// No D2H is known to become ready.
  void no_d2h() { wait_ = kUnknown; }
  bool has_d2h() const { return wait_ < kUnknown; }

  /// Moves an H2D to its end. next(): the D2H at the head has ended; call begin_d2h() or no_d2h().
  template <class Next>
  void move_h2d(double latency, double payload, const DuplexRates& rates, const Next& next) {
    if constexpr (Latencies) {
      pass_latency(latency, next);
    }
    double until_d2h_end = wait_ + left_ * rates.work_per_d2h;
    while (until_d2h_end <= payload) {
      payload -= until_d2h_end;
      time_ += wait_ + left_ * rates.slowness;
      next();
      until_d2h_end = wait_ + left_ * rates.work_per_d2h;
    }
    const double by_itself = smaller(wait_, payload);
    const double beside = payload - by_itself;
    time_ += payload + beside * rates.delay;
    wait_ -= by_itself;
    left_ -= beside * rates.d2h_per_work;
  }

  /// End of the D2H at the head if no more H2D work is done; it stays the head.
  double end_d2h_alone() const { return time_ + wait_ + left_; }
  double d2h_payload_left() const { return left_; }
  /// The D2H at the head has ended at `time`, while no H2D payload moved; begin_d2h() or no_d2h() must follow.
  void end_d2h_at(double time) { time_ = time; }

 private:
  template <class Next>
  void pass_latency(double latency, const Next& next) {
    while (wait_ + left_ <= latency) {
      time_ += wait_ + left_;
      latency -= wait_ + left_;
      next();
    }
    const double waited = smaller(wait_, latency);
    time_ += latency;
    wait_ -= waited;
    left_ -= latency - waited;
  }

  double time_ = 0;
  double wait_ = kUnknown;  ///< of the D2H at the head: until its payload moves
  double left_ = 0;         ///< and what is left of that
};

}  // namespace warpshop::evaluate
