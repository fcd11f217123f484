#pragma once

#include <cstdint>

#include "sim/model/device.hpp"
#include "sim/model/kernel_model.hpp"

namespace warpshop {

/// The threads of a warp, on every GPU so far.
inline constexpr std::int64_t kWarpSize = 32;

/// How many CTAs of a kernel fit into an SM: the least of what its CTA slots, threads, registers and shared memory
/// admit, each dealt out in the SM's lots (NVIDIA's CUDA C++ Programming Guide and occupancy calculator, compute
/// capability 3.5 and up). A CTA takes whole warps, and registers for as many as the lot of warps says; shared memory
/// with what the system reserves of it. `per_sm` of the kernel is not read. ≥ 0.
std::int64_t most_ctas_per_sm(const SmModel& sm, const CtaResources& kernel);

}  // namespace warpshop
