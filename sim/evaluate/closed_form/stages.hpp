#pragma once

#include "sim/evaluate/duplex_rates.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// What the closed form reads of a task without missing stages; in milliseconds.
struct Stages {
  double h2d_latency = 0, h2d_payload = 0;
  double kernel = 0;
  double d2h_latency = 0, d2h_payload = 0;

  Stages() = default;
  explicit Stages(const Job& job)
      : h2d_latency(job.copies[0].latency.count()),
        h2d_payload(job.copies[0].payload.count()),
        kernel(job.kernel.count()),
        d2h_latency(job.copies[1].latency.count()),
        d2h_payload(job.copies[1].payload.count()) {}

  double h2d() const { return h2d_latency + h2d_payload; }
  double d2h() const { return d2h_latency + d2h_payload; }
};

/// The D2H of a task of a partial schedule; in milliseconds.
template <bool Latencies>
struct ScheduledD2h;

template <>
struct ScheduledD2h<false> {
  double ready;       ///< when its kernel ends
  double start_work;  ///< on the clock of H2D work, see PartialSchedule<false>
  double end_work;
  double idle_offset;  ///< time minus work while no D2H moves, before this one
};

template <>
struct ScheduledD2h<true> {
  double ready;  ///< when its kernel ends
  double latency, payload;

  double alone() const { return latency + payload; }
};

/// Sums of the same numbers in different orders: their rounding errors stay well below this share of them.
inline constexpr double kRounding = 1e-12;

/// The longest paths through the tasks from a position of an order on, without contention: the tails of Taillard's
/// acceleration of NEH (1990). In milliseconds.
struct Tails {
  double h2d = 0;     ///< from the end of the last H2D before the position
  double kernel = 0;  ///< from the end of the last kernel before it
  double d2h = 0;     ///< from the end of the last D2H before it: the sum of D2Hs

  /// These paths with a task before them, by its times.
  Tails preceded_by(double task_h2d, double task_kernel, double task_d2h) const {
    Tails longer;
    longer.d2h = task_d2h + d2h;
    longer.kernel = task_kernel + larger(kernel, longer.d2h);
    longer.h2d = task_h2d + larger(h2d, longer.kernel);
    return longer;
  }
};

}  // namespace warpshop::evaluate
