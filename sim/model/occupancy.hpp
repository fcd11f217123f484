#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/kernel_model.hpp"

namespace warpshop {

/// The threads of a warp, on every GPU so far.
inline constexpr std::int64_t kWarpSize = 32;

/// What CTAs take of an SM, or what it has.
struct SmResources {
  std::int64_t ctas = 0;
  std::int64_t threads = 0;
  std::int64_t registers = 0;
  Bytes shared_memory;
  friend bool operator==(const SmResources&, const SmResources&) = default;
};

SmResources resources_of(const SmModel& sm);

/// What one CTA takes, in the units that the SM allocates (NVIDIA's CUDA C++ Programming Guide and occupancy
/// calculator, compute capability 3.5 and up): whole warps and the registers of each, shared memory with what the
/// system reserves of it.
SmResources resources_of_cta(const SmModel& sm, const CtaResources& kernel);

/// How many CTAs of a kernel fit into an SM by what they take of it: what each resource holds of them; and as the
/// registers lie in AllocationUnits::warps parts, each for whole warps,
///
///     floor(registers of a part / registers of a warp) · parts / warps of a CTA
///
/// `per_sm` of the kernel is not read. ≥ 0. How CTAs of several kernels lie in the parts is not known: together they
/// are bounded by the sum of what they take, and each by this.
std::int64_t most_ctas_per_sm(const SmModel& sm, const CtaResources& kernel);

/// CTAs of several kernels that are on an SM together, by kernel.
using CtaCounts = std::vector<std::int64_t>;

/// The co-execution space of two kernels or more (S5 4.1): what fits with at least one CTA of each, and to which no CTA
/// of any can be added; in increasing order of the counts, the first kernel's first. Empty: they do not fit together.
std::vector<CtaCounts> co_execution_space(const SmModel& sm, std::span<const CtaResources> kernels);

}  // namespace warpshop
