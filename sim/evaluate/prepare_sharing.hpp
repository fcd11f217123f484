#pragma once

#include "sim/model/device.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// Adds to an instance what kernels that share SMs need: Instance::co_run, fitted to the profile that it was resolved
/// with and to what tasks say of kernels of their own; NamedKernel::law; KernelWork::length, so that each kernel alone,
/// its last round included, takes as long as Job::kernel says. 10 ms a kernel or so. Without `sm` in the profile none
/// of these. And Instance::link_demands, for copies of MIG instances.
void prepare_sharing(Instance& instance, const Device& device);

}  // namespace warpshop::evaluate
