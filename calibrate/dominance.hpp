#pragma once

#include <string>

#include "kernels/kernel.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// Whether a task of that many elements, copied in and out of pinned memory, is kernel-dominant: its kernel takes
/// longer than its two copies alone (S5 table 3.6).
bool kernel_dominant(const Device& profile, const kernels::Kernel& kernel, const KernelModel& model,
                     std::int64_t elements);

/// One sentence on each kernel of the profile that is in the registry: at which sizes it is kernel-dominant, and at
/// which transfer-dominant, from its unit up to its usual size by factors of two. `transpose: transfer-dominant at
/// every size; matrix_multiply: kernel-dominant from 65536 elements on`
std::string describe_dominance(const Device& profile);

}  // namespace warpshop::calibrate
