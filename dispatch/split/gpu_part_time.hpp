#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernels/kernel.hpp"
#include "sim/model/device.hpp"

namespace warpshop::dispatch {

/// How long the GPU of a profile takes for so many elements of a kernel, pinned copies in and out and the gaps between
/// them with it; 0 of none. Elements: as Kernel::layout() takes them.
/// Throws InputError: the profile does not know the kernel, or not how long copies take.
std::function<Millis(std::int64_t elements)> gpu_part_time(const Device& device, const kernels::Kernel& kernel);

/// What it reads of the profile, by path.
std::vector<std::string> gpu_part_paths(const kernels::Kernel& kernel);

}  // namespace warpshop::dispatch
