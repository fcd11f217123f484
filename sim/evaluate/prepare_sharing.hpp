#pragma once

#include "sim/model/device.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"

namespace warpshop::evaluate {

/// Adds to an instance what kernels that share SMs need: Instance::co_run, fitted to the profile that it was resolved
/// with and to what tasks say of kernels of their own; NamedKernel::law; KernelWork::length, so that each kernel alone,
/// its last round included, takes as long as Job::kernel says. 10 ms a kernel or so. Without `sm` in the profile:
/// nothing.
void prepare_sharing(Instance& instance, const Device& device);

/// The plan that gives every kernel all that it can hold, and plain CTAs what is free: what the hardware does without
/// anybody's help (S5 2.2.1), which looks at the first 32 kernels at once.
Share leftover_share();

}  // namespace warpshop::evaluate
