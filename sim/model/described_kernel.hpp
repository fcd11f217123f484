#pragma once

#include <string>

#include "sim/model/device.hpp"
#include "sim/model/kernel_model.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// What of an SM one CTA takes too much of: `takes 4096 of an SM's 'threads', expected at most 2048`. Empty: it fits.
std::string cta_misfit(const SmModel& sm, const CtaResources& cta);

/// What a kernel that a task describes is on SMs of this kind, into which a CTA of it fits: as many CTAs on each as
/// fit, n, and by CTAs per SM the rate of all SMs by two figures, its end and its knee:
///
///     compute-bound: X(c) = ctas / time · c / n              it never has enough
///     memory-bound:  X(c) = ctas / time · min(2 c / n, 1)    half of what fits is enough
KernelModel described_kernel(const SmModel& sm, const KernelShape& shape);

}  // namespace warpshop
