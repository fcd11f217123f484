#pragma once

#include "sim/model/device.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::dispatch {

/// The workload as it can be run: every copy a size, every kernel one that warpshop brings along. A copy given as a
/// duration becomes the size that takes as long alone on the device (S5 eq. 3.1 with λ = 0), one byte at least; a
/// kernel given as a duration becomes the kernel `arithmetic`, which leaves the bus alone, with as many elements
/// (eq. 3.2), in whole units. Throws InputError at the stage: a kernel that warpshop does not bring along, a number of
/// elements that it cannot take, a duration where the profile does not know `arithmetic` or that takes more than it
/// can.
Workload realise(Workload workload, const Device& device);

/// Whether realise() would replace a duration.
bool has_durations(const Workload& workload);

}  // namespace warpshop::dispatch
