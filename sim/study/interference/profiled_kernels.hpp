#pragma once

#include <span>
#include <vector>

#include "sim/model/metric_series.hpp"
#include "sim/study/interference/phased_kernel.hpp"
#include "sim/study/interference/simulated_series.hpp"

namespace warpshop::study {

/// What detectors know of kernels that have run alone.
struct ProfiledKernels {
  std::vector<PhasedKernel> seen = {};    ///< see seen_in()
  std::vector<MetricSeries> series = {};  ///< as many
  InterferenceGpu gpu = {};
};

/// Each kernel by its simulated series.
ProfiledKernels profiled_kernels(std::span<const PhasedKernel> kernels, const InterferenceGpu& gpu,
                                 const ProfilerOptions& options);

}  // namespace warpshop::study
