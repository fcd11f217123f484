#pragma once

#include <array>

#include "sim/evaluate/copy_engines.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// What no plan of the instance can fall below, whatever its order and submission: the largest of the bounds below
/// and of those of pair_bounds.hpp. O(n log n).
Millis lower_bound(const Instance& instance);

/// The fastest that payload can ever move, relative to alone: alone, or beside some memory where that is faster. ≥ 1.
double fastest_rate(const Instance& instance, Direction direction, Memory own);

/// By stage, the least that it can take: latency, and payload at fastest_rate(). 0 for a missing stage.
std::array<Millis, 3> least_times(const Instance& instance, const Job& job);

/// Classical one-machine bounds of the three-machine flow shop: least head + total work + least tail on each engine,
/// and the longest task alone from its release. Each copy counts with the fastest rate it can ever see (alone, or what
/// it gets beside the other kind of memory, where that is faster).
Millis classical_bound(const Instance& instance);

/// Copies that never overlap, one after the other: pageable copies of both directions, or all copies of a device with
/// one DMA engine; least_times() again. 0 where there are none in one of the two directions.
Millis exclusive_bound(const Instance& instance);

/// Payloads that have yet to move, in milliseconds as if alone: [Direction][Memory].
using Payloads = std::array<std::array<double, 2>, 2>;

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

/// What couples the two copy engines where all is pinned: payloads that both have yet to move, in milliseconds as if
/// alone.
struct CoupledCopies {
  double h2d_payload;  ///< SH
  double d2h_payload;  ///< SD
  double head;         ///< a: no D2H payload moves earlier
  double tail;         ///< b: what is left of some task at the least when the last H2D has ended
};

/// Whether coupled_copies() holds: rh, rd ≤ 1 and rh + rd ≥ 1.
bool couples(const DuplexRates& rates);

/// With the duplex rates rh, rd and c = (1 - rh) / rd, the time that the copies take from the instant on from which
/// they count:
///   T ≥ SH + c SD + (1 - c) max(b, (rd / rh) (a + SD rh / rd - SH), 0).
///
/// Why: let x be the time during which both directions move payload, y = rd x the D2H payload moved then, u the D2H
/// payload moved alone before the last H2D ends (at E) and w the rest, so SD = y + u + w. Until E the H2D engine moves
/// SH, of which rh x takes x, and stands for at least u (it is in a latency, or has nothing released), so E ≥ SH + (1 -
/// rh) x + u = SH + c y + u ≥ SH + c (SD - w), as c ≤ 1. After E the tail t = T - E holds w and the rest of the last
/// task that was copied in: t ≥ w and t ≥ b. Hence T ≥ SH + c (SD - t) + t = SH + c SD + (1 - c) t. And no D2H payload
/// moves before a. Until then the H2D engine stood for some l and moved a - l (or all it has), so y = rd x ≤ (rd / rh)
/// (SH - a + l); with E ≥ SH + l + c y + u' for what it stood later, u' ≥ u, T ≥ E + w gives T ≥ SH + SD + l - (1 - c)
/// y ≥ SH + SD - (1 - c) (rd / rh) (SH - a) + l (1 - rd) / rh, which is least at l = 0 and is the second form. With a =
/// b = 0 it is the plain duplex bound SH + SD - x (rh + rd - 1), x = min(SH / rh, SD / rd).
double coupled_copies(const DuplexRates& rates, const CoupledCopies& copies);

/// coupled_copies() of a whole instance: two DMA engines, all copies pinned, couples(); 0 elsewhere. a = min(release +
/// h + k + D2H latency) over tasks with a D2H, b = min(k + d) over tasks with an H2D.
Millis duplex_bound(const Instance& instance);

}  // namespace warpshop::evaluate
