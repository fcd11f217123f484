#pragma once

#include "sim/model/device.hpp"
#include "sim/model/law_check.hpp"

namespace warpshop::study {

/// Fits the co-run law to the curves of a profile and to what its kernels do beside its probes, and holds it against
/// `co_run`: beside the probes, and all other pairs, which it then knows nothing of. Normalised by the rates with all
/// CTAs that fit. Kernels of `co_run` have curves. Throws InputError: the profile has no `sm`.
LawCheck check_law(const Device& device);

}  // namespace warpshop::study
