#pragma once

#include "kernels/gpu/driver.hpp"

namespace warpshop::calibrate {

/// How many CTAs of a kernel fit into an SM: the least of what its slots, threads, registers and shared memory admit.
/// Registers are dealt to warps in lots of 256, warps in groups of 4 (one for each of an SM's four schedulers), shared
/// memory to CTAs in lots of 128 B (256 B before compute capability 8.0) with what the system reserves of it (NVIDIA's
/// CUDA C++ Programming Guide and occupancy calculator, compute capability 7.0 and up). A device without a compute
/// capability deals by the piece.
int most_ctas_per_sm(const gpu::Properties& chip, const gpu::Resources& kernel);

}  // namespace warpshop::calibrate
