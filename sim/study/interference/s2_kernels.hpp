#pragma once

#include <cstdint>
#include <vector>

#include "sim/study/interference/phased_kernel.hpp"

namespace warpshop::study {

/// What is assumed of the kernels of S2, which prints grids and blocks alone. A phase is busy or light, so that kernels
/// are bimodal: they interfere much or hardly. Values are chosen so that a third or so of the pairs interfere. The
/// applications differ in their phases, sizes of one share them.
struct PopulationOptions {
  double busy_part = 0.6;  ///< probability that a phase is busy
  double busy_use = 0.95;  ///< of what limits the application while it is busy; times 0.85 … 1.1 by size, at most 0.95
  double light_use = 0.25;  ///< of all else, and of that while it is light; times 0 … 2
  /// Of DRAM, at most this from an SM, as a part of all: what its warps can have under way.
  double dram_of_an_sm = 0.3;
  std::uint64_t seed = 1;
};

/// The seven CUDA samples in three sizes each, with the grids and blocks that S2 prints, application by application. Of
/// each application 2 to 6 phases of 100 … 1000 ms are drawn, which a kernel goes through once to four times. Issue
/// slots and L1 are used in proportion to the warps of an SM, up to 16 of them.
std::vector<PhasedKernel> s2_kernels(const PopulationOptions& options);

}  // namespace warpshop::study
