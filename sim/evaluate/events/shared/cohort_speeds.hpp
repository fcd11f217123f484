#pragma once

#include <array>
#include <span>
#include <vector>

#include "sim/evaluate/co_run/rates_by_set.hpp"
#include "sim/evaluate/events/shared/cohort.hpp"
#include "sim/evaluate/events/shared/kernel_on_sms.hpp"
#include "sim/model/device.hpp"
#include "sim/model/share.hpp"
#include "sim/model/stage.hpp"

namespace warpshop::evaluate {

/// What runs beside the kernels, as speed beside it / speed alone of memory-bound kernels: 0 < x.
struct BesideCopies {
  double memory_bound = 1;
};

/// That of copies; moves[Direction]: whether any moves payload.
inline BesideCopies beside_copies(const Interference& interference, const std::array<bool, 2>& moves) {
  return {.memory_bound = (moves[index(Direction::h2d)] ? interference.kernel_beside_h2d : 1) *
                          (moves[index(Direction::d2h)] ? interference.kernel_beside_d2h : 1)};
}

/// Whether a cohort that works at `now`, or a partition, begins or ends before an SM: SMs between two boundaries hold
/// the same, and share the same bandwidth.
std::vector<bool> sm_boundaries(std::span<const Cohort> cohorts, const Share& share, std::size_t sms, double now);

/// Sets the speed of every cohort that works at `now`, by the co-run law (co_run/co_run_model.hpp): none reaches over a
/// boundary. kernels: by slot; rates_by_set: where a kernel has a law. Throws std::logic_error: two kernels share an SM
/// of which one shares with nobody.
void set_speeds(std::span<Cohort> cohorts, std::span<const KernelOnSms> kernels, RatesBySet* rates_by_set,
                const Share& share, const BesideCopies& beside, double now);

}  // namespace warpshop::evaluate
