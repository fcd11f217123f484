#pragma once

#include <optional>

#include "sim/model/energy.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// Energy = Σ P_i t_i (S2): every device of the fleet draws PowerModel::idle all the time; a copy adds what its
/// direction draws above that while it runs; a kernel adds what it draws above that while it is alone, in proportion to
/// its speed beside others. So a subtask takes the same energy whoever shares the GPU, ours. For the peak a kernel
/// counts no more than it draws alone: while all its CTAs work it is faster than on average over its last round. What
/// is shorter than 2e-9 of the makespan counts for the energy, not for the peak. Nothing unless every device says what
/// it draws, and every kernel that takes time. O(n log n) for n intervals; see shared_pieces() where kernels share.
std::optional<Energy> energy(const Fleet& fleet, const Plan& plan, const Timeline& timeline);

}  // namespace warpshop::evaluate
