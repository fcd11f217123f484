#pragma once

#include <array>

#include "sim/evaluate/duplex_rates.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// Payloads that have yet to move, in milliseconds as if alone: [Direction][Memory].
using Payloads = std::array<std::array<double, 2>, 2>;
Payloads payloads_of(const Job& job);
Payloads payloads_of(const Instance& instance);

/// What a payload of a direction saves at most per unit of it beside an opposing one, by its memory: s of
/// overlapped_payloads(). Only memories that `payloads` has any of oppose it.
std::array<double, 2> largest_savings(const Instance& instance, Direction direction, const Payloads& payloads);

/// The time that payloads of any memories take at the least from the instant on from which they count, in milliseconds.
/// While two of them move side by side, at rates rh and rd, a unit of time does rh + rd of work; what is saved by that
/// is, per unit of payload of either side, at most s = max(0, (rh + rd - 1) / own rate) over the opposing memories that
/// it may meet, so
///   T ≥ SH + SD - min(Σ s_h SH, Σ s_d SD), the sums over memories. Exclusive copies save nothing.
double overlapped_payloads(const Instance& instance, const Payloads& payloads);

/// overlapped_payloads() of a whole instance.
Millis overlap_bound(const Instance& instance);

/// Whether the bounds on coupled copies hold: rh, rd ≤ 1 and rh + rd ≥ 1.
bool couples(const DuplexRates& rates);

/// What couples the two copy engines where all is pinned: payloads that both have yet to move, in milliseconds as if
/// alone.
struct CoupledCopies {
  double h2d_payload;  ///< SH
  double d2h_payload;  ///< SD
  double head;         ///< a: no D2H payload moves earlier
  double tail;         ///< b: what is left of some task at the least when the last H2D has ended
};

/// The time that coupled copies take from the instant on from which they count, with c = (1 - rh) / rd:
///   T ≥ SH + c SD + (1 - c) max(b, (rd / rh) (a + SD rh / rd - SH), 0); docs/model.md says why. Requires couples().
double coupled_copies(const DuplexRates& rates, const CoupledCopies& copies);

/// Whether all copies of an instance are coupled: two DMA engines, all copies pinned, couples().
bool all_coupled(const Instance& instance);

/// coupled_copies() of a whole instance that is all_coupled(); 0 elsewhere. a = min(release + h + k + D2H latency) over
/// tasks with a D2H, b = min(k + d) over tasks with an H2D.
Millis duplex_bound(const Instance& instance);

}  // namespace warpshop::evaluate
