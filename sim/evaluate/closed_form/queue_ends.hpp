#pragma once

#include "sim/evaluate/closed_form/pack.hpp"
#include "sim/evaluate/copy_engines.hpp"

namespace warpshop::evaluate {

/// When the last kernel and the last D2H of a prefix end, without latencies, if H2D work does not run out before; see
/// Prefix<false>. On the clock of H2D work a D2H of payload d takes d rh / rd, in time d / rd, so each leaves the clock
/// behind by d (1 - rh) / rd. Number: a double, or a Pack of them. In milliseconds.
template <class Number>
struct QueueEnds {
  Number kernel{0.0};
  Number d2h_work{0.0};     ///< on the clock of H2D work
  Number idle_offset{0.0};  ///< time minus work from then on

  Number d2h_time() const { return d2h_work + idle_offset; }

  /// Of one more task, whose H2D ends at h2d_end. Returns when its D2H starts, on the clock of H2D work. Task: Stages
  /// or a pack of them, Rates likewise.
  template <class Task, class Rates>
  Number append(const Task& task, const Number& h2d_end, const Rates& rates) {
    kernel = larger(kernel, h2d_end) + task.kernel;
    const Number start_work = larger(kernel - idle_offset, d2h_work);
    d2h_work = start_work + task.d2h_payload * rates.work_per_d2h;
    idle_offset = idle_offset + task.d2h_payload * rates.offset_per_d2h;
    return start_work;
  }
};

}  // namespace warpshop::evaluate
