#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/kernel_model.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// Values that no device has together.
struct DeviceMistake {
  /// What a message shows of the profile: nothing, all paths behind `what`, or, before it, what stands at the first
  /// path, of which `figure` is without its interval.
  enum class Shows : std::uint8_t { nothing, paths, value, figure };

  std::vector<std::string> paths;  ///< where it is, the first first
  std::string what;
  std::string expected;
  Shows shows = Shows::value;
};

/// The first of what is wrong between values, each of which is in its own range: duplex of pageable memory; duplex or
/// mixed where dma_engines is 1; either more than kMostBesideOverAlone times the one alone; a bus that moves more while
/// something moves the other way; a CTA that does not fit into an SM; copies or kernels that draw less than an idle
/// board; a worst error below the mean.
std::optional<DeviceMistake> first_mistake(const Device& device);

/// What of an SM one CTA takes too much of: `takes 4096 of an SM's 'threads', expected at most 2048`. Empty: it fits.
std::string cta_misfit(const SmModel& sm, const CtaResources& cta);

/// What a kernel that a task describes is on SMs of this kind, into which a CTA of it fits: as many CTAs on each as
/// fit, n, and by CTAs per SM the rate of all SMs by two figures, its end and its knee:
///
///     compute-bound: X(c) = ctas / time · c / n              it never has enough
///     memory-bound:  X(c) = ctas / time · min(2 c / n, 1)    half of what fits is enough
///
/// Of a memory-bound kernel that says what it uses of DRAM so many are enough that X is linear where it uses 60 % or
/// less, as then it waits for latency; half where it uses 90 % or more; between, in proportion.
KernelModel described_kernel(const SmModel& sm, const KernelShape& shape);

}  // namespace warpshop
