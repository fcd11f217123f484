#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/evaluate/copy_engines.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// A task of a three-machine flow shop: its times on H2D engine, compute and D2H engine, in milliseconds.
using ShopTask = std::array<double, 3>;

/// Two of the three machines; the third one is taken for never busy.
enum class MachinePair : std::uint8_t { h2d_kernel, kernel_d2h, h2d_d2h };
inline constexpr std::array kMachinePairs{MachinePair::h2d_kernel, MachinePair::kernel_d2h, MachinePair::h2d_d2h};

/// A task on two machines: `lag` passes at the least between them. The kernel is the lag of the pair H2D-D2H.
struct PairTask {
  double first, lag, second;
};
constexpr PairTask on_pair(const ShopTask& task, MachinePair pair) {
  switch (pair) {
    case MachinePair::h2d_kernel:
      return {task[0], 0, task[1]};
    case MachinePair::kernel_d2h:
      return {task[1], 0, task[2]};
    default:
      return {task[0], task[1], task[2]};
  }
}

/// The sequence of least makespan on two machines: Johnson's rule on (first + lag, lag + second) (Johnson 1954; with
/// time lags Mitten 1959). O(n log n).
std::vector<std::uint32_t> johnson_sequence(std::span<const ShopTask> tasks, MachinePair pair);

/// What a flow shop of these tasks takes at the least: the largest of the least makespans of its pairs, each with the
/// least time on the third machine before or behind it. O(n log n). No smaller than any one-machine bound.
double pair_makespan(std::span<const ShopTask> tasks);

/// Flow shops without contention that take contention into account: with the payloads SH, SD of all tasks
///   T ≥ g SH + c SD + makespan of the flow shop of shop_task()s.
///
/// Take rh, rd ≤ 1 the duplex rates, rh + rd ≥ 1, s = rh + rd - 1, C = (1 - rh) / rd = 1 - s / rd and
/// G = (1 - rd) / rh = 1 - s / rh. A path of the flow shop goes along H2Ds up to task q, kernels q … p, D2Hs from p on;
/// let K be the kernels' sum. D2Hs from p on start at least K after the end E of H2D q. Until then D2H moves of earlier
/// tasks alone, and after E H2D moves of later tasks alone. Each of these is at least the path:
///  - plain, c = g = 0: the path itself.
///  - c = C: before E the H2D engine moves SH≤q, is slowed down by C for each unit of D2H that moves beside it, and
///    stands for as long as D2H moves alone or for its latencies; of the earlier D2H payload some w is left at E, and
///    from there on it takes max(w, K) and the D2Hs from p on. As C ≤ 1, max(w, K) - C w ≥ (1 - C) K.
///  - g = G: the same backwards. Of the later H2D payload at most K has moved when D2H p may start, and the rest slows
///    the D2Hs from p on down by G for each unit.
///  - both: let x be the time in which both directions move. What moves alone takes its time, so
///    T ≥ SH + SD - s x + idle time. D2H moves beside others before p for at most SD<p / rd, H2D after q for at most
///    SH>q / rh, and both bounds count what happens in the K between: x ≤ SD<p / rd + SH>q / rh - K + idle time. Hence
///    T ≥ SH + SD - s (SD<p / rd + SH>q / rh - K).
/// Latencies move nothing: in a latency of an H2D on the path D2H may move alone, which spares C for each unit, so it
/// counts 1 - c times; those of D2Hs 1 - g times.
struct Relaxation {
  double g = 0;       ///< share of H2D payload that is counted at once
  double c = 0;       ///< share of D2H payload that is counted at once
  double kernel = 1;  ///< weight of kernels: 1, 1 - C, 1 - G or s

  double at_once(double h2d_payload, double d2h_payload) const { return g * h2d_payload + c * d2h_payload; }
  ShopTask shop_task(const Job& job) const;
};

/// Plain, c, g, both. Requires couples(rates).
std::array<Relaxation, 4> relaxations(const DuplexRates& rates);

/// Johnson's bound on pairs of engines, over the tasks that have all three stages: these pass each other nowhere. Each
/// copy with the fastest rate that it can ever see.
Millis johnson_bound(const Instance& instance);

/// The largest bound of the relaxations, over the payloads of all tasks and the flow shop of those that have all three
/// stages: two DMA engines, all copies pinned, couples(); 0 elsewhere. With all stages no smaller than duplex_bound().
Millis coupled_bound(const Instance& instance);

}  // namespace warpshop::evaluate
