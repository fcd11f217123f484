#pragma once

#include <array>

#include "sim/study/interference/phased_kernel.hpp"

namespace warpshop::study {

/// How much longer each of two kernels takes beside the other: T_p / T_s ≥ 1 - 1e-9, both started together, one pass
/// each (S2's target; ours: by the co-run law, phase by phase). Between two ends of phases both have the rates that
/// evaluate::co_run_rates() says, relative to the kernel alone; who is left alone runs as alone. CTAs of the first are
/// dealt out first, see dealt_ctas(). A kernel's law follows from what it uses alone in that phase: a CTA ends a
/// subtask in a unit of time, of which what it waits for is W_r V_r and the rest Z.
std::array<double, 2> pair_slowdown(const PhasedKernel& first, const PhasedKernel& second, const InterferenceGpu& gpu);

/// The kernel with one phase, in which it uses what it does on average.
PhasedKernel without_phases(const PhasedKernel& kernel);

}  // namespace warpshop::study
