#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/evaluate/bounds/machines.hpp"
#include "sim/evaluate/duplex_rates.hpp"
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

/// What a flow shop of these tasks takes at the least: the largest of the least makespans of its pairs of machines that
/// count, each with the least time on the third machine before or behind it. O(n log n). No smaller than any
/// one-machine bound.
double pair_makespan(std::span<const ShopTask> tasks, Machines count = kEveryMachine);

/// A flow shop without contention that takes contention into account: with the payloads SH, SD of all tasks
///   T ≥ g SH + c SD + makespan of the flow shop of shop_task()s; docs/model.md says why.
struct Relaxation {
  double g = 0;       ///< share of H2D payload that is counted at once
  double c = 0;       ///< share of D2H payload that is counted at once
  double kernel = 1;  ///< weight of kernels: 1, 1 - C, 1 - G or rh + rd - 1

  double at_once(double h2d_payload, double d2h_payload) const { return g * h2d_payload + c * d2h_payload; }
  ShopTask shop_task(const Job& job) const;
};

/// Plain, c = C, g = G, both, of C = (1 - rh) / rd and G = (1 - rd) / rh. Requires couples(rates).
std::array<Relaxation, 4> relaxations(const DuplexRates& rates);

/// Johnson's bound on pairs of machines that count, over the tasks that have all three stages: these pass each other
/// nowhere. Each copy with the fastest rate that it can ever see.
Millis johnson_bound(const Instance& instance, Machines count = kEveryMachine);

/// The largest bound of the relaxations, over the payloads of all tasks and the flow shop of those that have all three
/// stages, of an instance that is all_coupled(); 0 elsewhere. With all stages no smaller than duplex_bound().
Millis coupled_bound(const Instance& instance, Machines count = kEveryMachine);

}  // namespace warpshop::evaluate
